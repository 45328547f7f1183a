import { isLoopbackName } from "#app/config/environment.ts";

/**
 * Refuses state-changing requests that another site's page sends. SameSite=Lax cookies already keep the session
 * out of them; this also covers sign-in itself and browsers with odd cookie rules. Requests without an Origin
 * (command-line clients) carry no browser's cookies and pass.
 */
export function isCrossSiteWrite(request: Request, url: URL): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "cross-site" || site === "same-site") return true;
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== url.origin;
}

/** On a loopback server, a foreign Host name means a rebound DNS name: another site reading this machine. */
export function isForeignHost(url: URL): boolean {
  return !isLoopbackName(url.hostname);
}

/** Whether a proxy or tunnel passed the request on: then it may come from anywhere, whatever its Host says. */
export function isForwarded(isSent: (header: string) => boolean): boolean {
  return ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host"].some(isSent);
}
