import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { environment, expectsLoopbackHost, localSignInAllowed } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { isSecure } from "./cookies.ts";
import { isForeignHost, isForwarded } from "./origin-check.ts";
import { securityHeaders } from "./security-headers.ts";

/** Writes an answer; the headers of every answer are set already. */
export type Send = (response: ServerResponse) => Promise<void> | void;

/**
 * Something that is answered before the router sees it. Returns null at once for what it does not answer, else how to
 * find the answer, which comes to null, or throws, where the router has to decide.
 */
export type Shortcut = (request: IncomingMessage) => ((url: URL) => Promise<Send | null>) | null;

/**
 * Answers what is asked for so often that the way through Request, router and Response would cost several times the
 * answer (docs/decisions/0002-stream-beside-the-router.md): with the security headers, request id and log line of every
 * answer. Whatever no shortcut answers, and whatever fails, goes on to `next`.
 */
export function besideRouter(shortcuts: readonly Shortcut[]) {
  const settings = environment();
  const onLoopback = expectsLoopbackHost(settings);
  const local = localSignInAllowed(settings);
  const development = settings.NODE_ENV === "development";
  const plainHeaders = securityHeaders({ secure: false, development });
  const secureHeaders = securityHeaders({ secure: true, development });

  return async (request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> => {
    const find = firstThat(shortcuts, request);
    const url = find && urlOf(request);
    const isMisdirected =
      url && ((onLoopback && isForeignHost(url)) || (local && isForwarded((name) => isSent(request, name))));
    if (!find || !url || isMisdirected) {
      next();
      return;
    }
    const started = performance.now();
    const requestId = randomUUID();
    try {
      const send = await find(url);
      if (!send) {
        next();
        return;
      }
      for (const [name, value] of isSecure(url) ? secureHeaders : plainHeaders)
        response.setHeader(name, value);
      response.setHeader("X-Request-Id", requestId);
      await send(response);
    } catch (error) {
      // The router's answer sets the same headers, so those of this attempt may stay.
      if (!response.headersSent) {
        next();
        return;
      }
      logger.error({ requestId, err: error }, "request failed");
    }
    const line = {
      requestId,
      method: request.method,
      path: url.pathname,
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
    };
    // That nothing is new is told seventeen thousand times a day to a page that stays open.
    if (response.statusCode === 304) logger.debug(line, "request");
    else logger.info(line, "request");
  };
}

function firstThat(shortcuts: readonly Shortcut[], request: IncomingMessage) {
  for (const shortcut of shortcuts) {
    const find = shortcut(request);
    if (find) return find;
  }
  return null;
}

const isSent = (request: IncomingMessage, name: string) => request.headers[name.toLowerCase()] !== undefined;

/** The URL as people see it, by the rules of the listener behind this one; null for one that can't be read. */
function urlOf(request: IncomingMessage): URL | null {
  const { PUBLIC_ORIGIN } = environment();
  return URL.parse(request.url ?? "", PUBLIC_ORIGIN ?? `http://${request.headers.host}`);
}
