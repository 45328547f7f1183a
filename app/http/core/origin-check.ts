import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { environment, expectsLoopbackHost, isLocalSignInAllowed } from "#app/config/environment.ts";
import { isLoopbackName } from "#app/config/url-safety.ts";

/**
 * Whether another site's page sends a state-changing request. SameSite=Lax keeps the session out already; this covers sign-in
 * and other browsers. Requests without `Origin` (command line) carry no browser cookies and pass.
 */
export function isCrossSiteWrite(request: Request, url: URL): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "cross-site" || site === "same-site") return true;
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== url.origin;
}

/**
 * Tests for requests that must not reach this installation. Prevents DNS rebinding: a server for this machine alone refuses other
 * host names. If sign-in needs no password, it also refuses any sign of a proxy or tunnel.
 */
export function misdirectionCheck(): (request: Pick<IncomingMessage, "headers" | "httpVersion">) => boolean {
  const loopbackHosts = new LRUCache<string, boolean>({ max: 100 });
  const isLoopbackHost = (host: string): boolean => {
    const known = loopbackHosts.get(host) ?? isLoopbackUrl(`http://${host}`);
    loopbackHosts.set(host, known);
    return known;
  };
  const needsLoopbackHost = expectsLoopbackHost(environment());
  const refusesProxies = isLocalSignInAllowed(environment());
  return (request) =>
    (needsLoopbackHost && !isLoopbackHost(request.headers.host ?? "localhost")) ||
    (refusesProxies && showsProxy(request));
}

const isLoopbackUrl = (address: string) => isLoopbackName(URL.parse(address)?.hostname ?? "");

/** Added by proxies, tunnels and CDNs, but not by browsers or command-line clients. */
const proxyHeader = new RegExp(
  `^(${[
    "forwarded|via|max-forwards|cdn-loop|front-end-https|traceparent|(proxy|client)-.*|(x-|true-)?client-ip",
    "x-(forward|real|original|rewrite|proxy|cluster|request-(id|start)|scheme|url-scheme|host|server|b3).*",
    "x-(envoy|varnish|traefik|haproxy|nginx|amz|amzn|arr|azure|appengine|cloud|vercel|akamai|tailscale).*",
    "(cf|fly|fastly|ngrok|tailscale|akamai|render|railway|zrok)-.*",
  ].join("|")})$`,
);

/**
 * Whether there is a proxy's header, HTTP/1.0 (nginx's default, no browser's), or a page of this site under another machine's
 * name.
 */
function showsProxy({ headers, httpVersion }: Pick<IncomingMessage, "headers" | "httpVersion">): boolean {
  if (httpVersion !== "1.1") return true;
  const { referer, "sec-fetch-site": site } = headers;
  if (site === "same-origin" && referer !== undefined && !isLoopbackUrl(referer)) return true;
  return Object.keys(headers).some((name) => proxyHeader.test(name));
}
