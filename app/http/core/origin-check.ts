import {
  environment,
  expectsLoopbackHost,
  isLocalSignInAllowed,
  isLoopbackName,
} from "#app/config/environment.ts";

/**
 * Whether a page of another site sends a state-changing request. SameSite=Lax cookies already keep the session out of
 * those; this also covers sign-in itself and browsers with other cookie rules. Requests without `Origin` (command-line
 * clients) carry no browser's cookies and pass.
 */
export function isCrossSiteWrite(request: Request, url: URL): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "cross-site" || site === "same-site") return true;
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== url.origin;
}

/**
 * A test for requests that must not reach this installation. A server that only this machine may use refuses other host
 * names (a rebound DNS name is another site that reads this machine) and, where sign-in needs no password, whatever a
 * proxy or tunnel forwards: that may come from anywhere.
 */
export function misdirectionCheck(): (url: URL, hasHeader: (name: string) => boolean) => boolean {
  const needsLoopbackHost = expectsLoopbackHost(environment());
  const refusesProxies = isLocalSignInAllowed(environment());
  return (url, hasHeader) =>
    (needsLoopbackHost && !isLoopbackName(url.hostname)) ||
    (refusesProxies && forwardingHeaders.some(hasHeader));
}

const forwardingHeaders = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host"];
