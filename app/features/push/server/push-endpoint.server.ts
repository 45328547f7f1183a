import { environment } from "#app/config/environment.ts";

/**
 * Prevents SSRF: clients choose the endpoint, which could point into the server's own network. Its host must match an entry of
 * `PUSH_SERVICES`, with https, the default port and no credentials; an entry with a scheme allows exactly that origin. Returns
 * the normalized form, or null.
 */
export function normalizePushEndpoint(
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
