import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { environment } from "#app/config/environment.ts";
import type { ErrorBody } from "#app/features/error-body.schema.ts";
import { logger } from "#app/logger.server.ts";
import { plainPage } from "./plain-page.ts";
import { securityHeaders } from "./security-headers.ts";
import { withoutSecrets } from "./without-secrets.ts";

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

const answers: Record<400 | 405, { body: ErrorBody; title: string }> = {
  400: {
    body: { error: "リクエストを読み取れませんでした", code: "invalid" },
    title: "アドレスを読み取れませんでした",
  },
  405: { body: { error: "この操作はできません", code: "method_not_allowed" }, title: "この操作はできません" },
};

/** Answers such a request with what every answer has: security headers, a request id, a log line; JSON below /api. */
export function answerUnreadable(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 405,
): void {
  const { NODE_ENV, PUBLIC_ORIGIN } = environment();
  const requestId = randomUUID();
  const secure = PUBLIC_ORIGIN?.startsWith("https:") ?? false;
  for (const [name, value] of securityHeaders({ secure, development: NODE_ENV === "development" }))
    response.setHeader(name, value);
  response.setHeader("X-Request-Id", requestId);
  response.setHeader("Cache-Control", "no-store");
  if (status === 405) response.setHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE");
  const [path = ""] = (request.url ?? "").split("?");
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
  const { method } = request;
  logger.info({ requestId, method, path: withoutSecrets(path).slice(0, 200), status, ms: 0 }, "request");
}
