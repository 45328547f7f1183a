import type { IncomingMessage, ServerResponse } from "node:http";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { isSecure } from "../cookies/cookie.ts";
import { nodeHeaders, traceRequest } from "../core/request-trace.server.ts";

/** Writes the response; request id and security headers are set already. */
export type Send = (response: ServerResponse) => Promise<void> | void;

/**
 * Answers some requests before React Router. Returns null at once for every other request, else a function that looks the
 * response up; where that resolves with null or throws, React Router answers.
 */
export type FastPath = (request: IncomingMessage) => ((url: URL) => Promise<Send | null>) | null;

/**
 * Answers frequent requests without React Router, which would cost several times the response itself
 * (docs/decisions/0002-fast-path.md). What none of `paths` answers, and what fails, goes on to `next`.
 */
export function fastPath(paths: readonly FastPath[]) {
  return async (request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> => {
    const find = findMatch(paths, request);
    const url = find && urlOf(request);
    if (!find || !url) {
      next();
      return;
    }
    const trace = traceRequest({ method: request.method ?? "", path: url.pathname });
    try {
      const send = await find(url);
      if (!send) {
        next();
        return;
      }
      trace.setHeaders(nodeHeaders(response), { secure: isSecure(url) });
      await send(response);
    } catch (error) {
      // The headers set here may stay: React Router's response sets the same ones.
      if (!response.headersSent) {
        next();
        return;
      }
      logger.error({ requestId: trace.requestId, err: error }, "request failed");
    }
    // An open page polls about 17,000 times a day, mostly answered 304.
    trace.log(response.statusCode, response.statusCode === 304 ? "debug" : "info");
  };
}

function findMatch(paths: readonly FastPath[], request: IncomingMessage) {
  for (const path of paths) {
    const find = path(request);
    if (find) return find;
  }
  return null;
}

/** The public URL, as React Router's listener builds it; null for an invalid one. */
function urlOf(request: IncomingMessage): URL | null {
  const { PUBLIC_ORIGIN } = environment();
  return URL.parse(request.url ?? "", PUBLIC_ORIGIN ?? `http://${request.headers.host}`);
}
