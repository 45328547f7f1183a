import { randomUUID } from "node:crypto";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { currentTraceId } from "#app/traces.server.ts";
import { type SecurityOptions, securityHeaders } from "./security-headers.ts";

interface RequestTrace {
  readonly requestId: string;
  headers(options: Omit<SecurityOptions, "development">): Record<string, string>;
  setHeaders(target: Headers, options: Omit<SecurityOptions, "development">): void;
  /** Without the path's secrets. */
  log(status: number, level?: "info" | "debug"): void;
}

/** `path` without query. */
export function traceRequest(request: { method: string; path: string }): RequestTrace {
  const started = performance.now();
  let requestId: string | undefined;
  const { method, path } = request;
  const development = environment().NODE_ENV === "development";
  return {
    get requestId() {
      requestId ??= randomUUID();
      return requestId;
    },
    headers(options) {
      return { ...securityHeaders({ ...options, development }), "X-Request-Id": this.requestId };
    },
    setHeaders(target, options) {
      const headers = securityHeaders({ ...options, development });
      for (const name in headers) if (!target.has(name)) target.set(name, headers[name] ?? "");
      target.set("X-Request-Id", this.requestId);
    },
    log(status, level = "info") {
      const ms = Math.round(performance.now() - started);
      const traceId = currentTraceId();
      logger[level](
        {
          requestId: this.requestId,
          ...(traceId && { traceId }),
          method,
          path: redactPath(path),
          status,
          ms,
        },
        "request",
      );
    },
  };
}

/** Removes invitation codes and the tokens of private feeds and of emails' links: they are credentials. */
export function redactPath(path: string): string {
  return path
    .replace(/^\/+i\/.+/i, "/i/:code")
    .replace(/^\/+today\/+[^/]+/i, "/today/:token")
    .replace(/^\/+unsubscribe\/.+/i, "/unsubscribe/:token")
    .replace(/^(\/+api\/+invitations)\/+(?!(my|stats)$).+/i, "$1/:code");
}
