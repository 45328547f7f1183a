import type { IncomingMessage, ServerResponse } from "node:http";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { traceRequest } from "../core/request-trace.server.ts";

export type Send = (response: ServerResponse, headers: Record<string, string>) => Promise<void> | void;

/**
 * Answers before React Router. Returns null at once for other requests, else a look-up; if that gives null, throws or rejects,
 * React Router answers. `secure`: whether over TLS.
 */
export type FastPath = (
  request: IncomingMessage,
) => ((site: { secure: boolean }) => Promise<Send | null> | Send | null) | null;

/**
 * Answers frequent requests without React Router, which costs several times the response (docs/decisions/0002-fast-path.md).
 * The rest, and failures, go to `next`.
 */
export function fastPath(paths: readonly FastPath[]) {
  const secure = environment().PUBLIC_ORIGIN?.startsWith("https:") ?? false;
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const find = findMatch(paths, request);
    if (!find) {
      next();
      return;
    }
    const { method = "", url = "" } = request;
    const [path = ""] = url.split("?", 1);
    const trace = traceRequest({ method, path });
    // An open page polls 17,000 times a day, mostly answered 304.
    const log = () => trace.log(response.statusCode, response.statusCode === 304 ? "debug" : "info");
    const fail = (error: unknown): void => {
      if (!response.headersSent) {
        next();
        return;
      }
      logger.error({ requestId: trace.requestId, err: error }, "request failed");
      log();
    };
    const answer = (send: Send | null): Promise<void> | void => {
      if (!send) {
        next();
        return;
      }
      const sending = send(response, trace.headers({ secure }));
      if (sending instanceof Promise) return sending.then(log);
      log();
    };
    // Most answers are synchronous. Awaiting them costs a tenth of the throughput.
    try {
      const found = find({ secure });
      const answered = found instanceof Promise ? found.then(answer) : answer(found);
      if (answered instanceof Promise) answered.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

function findMatch(paths: readonly FastPath[], request: IncomingMessage) {
  for (const path of paths) {
    const find = path(request);
    if (find) return find;
  }
  return null;
}
