/**
 * Refuses state-changing requests that another site's page sends. SameSite=Lax cookies already keep the session
 * out of them; this also covers sign-in itself and browsers with odd cookie rules. Requests without an Origin
 * (command-line clients) carry no browser's cookies and pass.
 */
export function isCrossSiteWrite(request: Request, url: URL): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "cross-site") return true;
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== url.origin;
}

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** On a loopback server, a foreign Host name means a rebound DNS name: another site reading this machine. */
export function isForeignHost(url: URL): boolean {
  return !loopbackNames.has(url.hostname);
}
