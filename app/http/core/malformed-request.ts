import type { IncomingMessage, ServerResponse } from "node:http";
import { environment } from "#app/config/environment.ts";
import type { ErrorBody } from "#app/features/replies.schema.ts";
import { plainPage } from "./plain-page.ts";
import { nodeHeaders, traceRequest } from "./request-trace.server.ts";

/**
 * The status for a request that React Router can't take: 405 for a method that `Request` forbids, 400 for a path or host
 * that is no valid URL or has invalid percent-encoding. Null for every other request.
 */
export function malformedStatus(
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

const maxLoggedPath = 200;

const answers: Record<400 | 405, { body: ErrorBody; title: string }> = {
  400: {
    body: { error: "リクエストを読み取れませんでした", code: "invalid" },
    title: "アドレスを読み取れませんでした",
  },
  405: { body: { error: "この操作はできません", code: "method_not_allowed" }, title: "この操作はできません" },
};

/** Answers such a request: a short page, or JSON below /api. */
export function answerMalformed(request: IncomingMessage, response: ServerResponse, status: 400 | 405): void {
  const [path = ""] = (request.url ?? "").split("?");
  const trace = traceRequest({ method: request.method ?? "", path: path.slice(0, maxLoggedPath) });
  const secure = environment().PUBLIC_ORIGIN?.startsWith("https:") ?? false;
  trace.setHeaders(nodeHeaders(response), { secure });
  response.setHeader("Cache-Control", "no-store");
  if (status === 405) response.setHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE");
  const { body, title } = answers[status];
  const isCall = /^\/+api(\/|$)/i.test(path);
  response.writeHead(status, {
    "Content-Type": isCall ? "application/json" : "text/html; charset=utf-8",
  });
  response.end(
    isCall
      ? JSON.stringify(body)
      : plainPage({ title, text: "リンクが途中で切れているか、アドレスが違っている可能性があります。" }),
  );
  trace.log(status);
}
