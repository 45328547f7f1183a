import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { environment } from "#app/config/environment.ts";
import type { ErrorBody } from "#app/features/common-replies.schema.ts";
import { plainPage } from "../core/plain-page.ts";
import { traceRequest } from "../core/request-trace.server.ts";

/** React Router passes these on; calls answer others with 405 and `Allow`. */
const routedMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

const isCall = (path: string) => /^\/+api(\/|$)/i.test(path);

/**
 * The status for a request that React Router can't take, else null. 405: a method that `Request` forbids, or one that no page
 * knows, outside `/api`. 400: an invalid path, host or percent-encoding.
 */
export function malformedStatus(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
): 400 | 405 | null {
  const { method = "GET", url = "/", headers } = request;
  if (method === "TRACE" || method === "CONNECT") return 405;
  if (!routedMethods.has(method) && !isCall(url)) return 405;
  if (!url.startsWith("/") || !isValidHost(headers.host ?? "localhost")) return 400;
  return plainPath.test(url) || isDecodable(url) ? null : 400;
}

/** NUL in an address becomes U+FFFD, as in HTML: Postgres refuses it, and what has the other letter names no row. */
export function replaceNul(request: Pick<IncomingMessage, "url">): void {
  if (request.url?.includes("%00")) request.url = request.url.replaceAll("%00", "%EF%BF%BD");
}

/** Needs no parsing: all characters are valid in a URL. */
const plainPath = /^\/[\w./-]*(?:\?|$)/;

const knownHosts = new LRUCache<string, boolean>({ max: 100 });

function isValidHost(host: string): boolean {
  let isValid = knownHosts.get(host);
  if (isValid === undefined) {
    isValid = !/[/\\?#@]/.test(host) && URL.canParse(`http://${host}`);
    knownHosts.set(host, isValid);
  }
  return isValid;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(`http://localhost${url}`).pathname);
    return true;
  } catch {
    return false;
  }
}

const maxLoggedPath = 200;

const truncatedLink = "リンクが途中で切れているか、アドレスが違っている可能性があります。";
const onlyHere = "プロキシやトンネルを通さずに、このコンピューターで http://localhost を開いてください。";

const answers: Record<400 | 405 | 421, { body: ErrorBody; title: string; text: string }> = {
  400: {
    body: { error: "リクエストを読み取れませんでした", code: "invalid" },
    title: "アドレスを読み取れませんでした",
    text: truncatedLink,
  },
  405: {
    body: { error: "この操作はできません", code: "method_not_allowed" },
    title: "この操作はできません",
    text: truncatedLink,
  },
  421: {
    body: { error: `このアドレスでは利用できません。${onlyHere}`, code: "misdirected" },
    title: "このアドレスでは利用できません",
    text: onlyHere,
  },
};

/** Answers with a short page, or JSON below /api. */
export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 405 | 421,
): void {
  const [path = ""] = (request.url ?? "").split("?");
  const trace = traceRequest({ method: request.method ?? "", path: path.slice(0, maxLoggedPath) });
  const secure = environment().PUBLIC_ORIGIN?.startsWith("https:") ?? false;
  const { body, title, text } = answers[status];
  response.writeHead(status, {
    ...trace.headers({ secure }),
    "Cache-Control": "no-store",
    ...(status === 405 ? { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE" } : {}),
    "Content-Type": isCall(path) ? "application/json" : "text/html; charset=utf-8",
  });
  response.end(isCall(path) ? JSON.stringify(body) : plainPage({ title, text }));
  trace.log(status);
}
