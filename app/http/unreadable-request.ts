import type { IncomingMessage } from "node:http";

/**
 * The status for a request that can't be put before the router: 405 for a method that a `Request` may not have, 400
 * for a path or host that makes no URL, or whose percent signs stand for no text. Null for a request that can.
 */
export function statusOfUnreadable(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
): 400 | 405 | null {
  const { method = "GET", url = "/", headers } = request;
  if (method === "TRACE" || method === "CONNECT") return 405;
  const host = headers.host ?? "localhost";
  const parsed = URL.parse(`http://${host}${url}`);
  if (!url.startsWith("/") || /[/\\?#@]/.test(host) || parsed === null) return 400;
  try {
    decodeURIComponent(parsed.pathname);
    return null;
  } catch {
    return 400;
  }
}
