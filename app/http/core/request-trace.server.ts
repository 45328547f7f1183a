import { randomUUID } from "node:crypto";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { type SecurityOptions, securityHeaders } from "./security-headers.ts";

/** Headers of a `Response`, or those of a response of `node:http`. */
export interface HeaderTarget {
  has(name: string): boolean;
  set(name: string, value: string): void;
}

/** The one place where request id, security headers and log line of a request come from. */
export interface RequestTrace {
  /** Random UUID. */
  readonly requestId: string;
  /** Sets the request id and the security headers; those that the route has set itself stay. */
  setHeaders(target: HeaderTarget, options: Omit<SecurityOptions, "development">): void;
  /** Writes the log line of the finished response, without secrets of the path. */
  log(status: number, level?: "info" | "debug"): void;
}

/** Begins to trace a request. `path` without query. */
export function traceRequest(request: { method: string; path: string }): RequestTrace {
  const started = performance.now();
  const requestId = randomUUID();
  const { method, path } = request;
  return {
    requestId,
    setHeaders(target, options) {
      const development = environment().NODE_ENV === "development";
      for (const [name, value] of securityHeaders({ ...options, development }))
        if (!target.has(name)) target.set(name, value);
      target.set("X-Request-Id", requestId);
    },
    log(status, level = "info") {
      const ms = Math.round(performance.now() - started);
      logger[level]({ requestId, method, path: redactPath(path), status, ms }, "request");
    },
  };
}

/** Headers of a response of `node:http`. */
export const nodeHeaders = (response: {
  hasHeader(name: string): boolean;
  setHeader(name: string, value: string): unknown;
}): HeaderTarget => ({
  has: (name) => response.hasHeader(name),
  set: (name, value) => void response.setHeader(name, value),
});

/** A path as the log may have it: without invitation codes, which are credentials. */
export function redactPath(path: string): string {
  return path
    .replace(/^\/+i\/.+/i, "/i/:code")
    .replace(/^(\/+api\/+invitations)\/+(?!(my|stats)$).+/i, "$1/:code");
}
