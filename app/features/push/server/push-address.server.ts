import { environment } from "#app/config/environment.ts";

/**
 * The rule of where push messages may be sent. Browsers tell us the address, so it could be anybody's, this machine's
 * network included: it must belong to a push service of `PUSH_SERVICES`, over https on the usual port and without
 * credentials, or begin with an origin that is written there. Returns it spelled in the one way, or null.
 */
export function pushAddress(
  endpoint: string,
  services: readonly string[] = environment().PUSH_SERVICES,
): string | null {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return null;
  const isKnown = services.some((service) => {
    if (service.includes("://")) return url.origin === service;
    if (url.protocol !== "https:" || url.port !== "") return false;
    return service.startsWith("*.") ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
  return isKnown ? url.href : null;
}
