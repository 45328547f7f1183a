import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { environment, expectsLoopbackHost } from "#app/config/environment.ts";
import { findAudio } from "#app/features/playback/find-audio.server.ts";
import { sendFile } from "#app/features/playback/send-file.server.ts";
import { logger } from "#app/logger.server.ts";
import { isSecure } from "./cookies.ts";
import { forOtherSites } from "./for-other-sites.ts";
import { isForeignHost } from "./origin-check.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Answers GET and HEAD of `/api/stream/{track id}` and `/audio/{track id}.mp3` for tracks that everybody may hear, before the router sees them:
 * players ask for ranges all the time, and the way through Request, router and Response costs several times the answer
 * (docs/decisions/0002-stream-beside-the-router.md). Whatever else is asked (tracks hidden from others, previews,
 * other methods) and whatever fails goes on to `next`, and the resource route decides.
 */
export function createStreamShortcut() {
  const settings = environment();
  const onLoopback = expectsLoopbackHost(settings);
  const development = settings.NODE_ENV === "development";

  return async (request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> => {
    const id = trackIdOf(request);
    const url = id === null ? null : urlOf(request);
    if (id === null || url === null || (onLoopback && isForeignHost(url))) {
      next();
      return;
    }
    const started = performance.now();
    const requestId = randomUUID();
    try {
      // What a visitor may hear, everybody may: no session is looked up.
      const file = await findAudio({ viewer: null, id });
      const nonce = randomBytes(16).toString("base64");
      for (const [name, value] of securityHeaders({ nonce, secure: isSecure(url), development })) {
        response.setHeader(name, value);
      }
      response.setHeader("X-Request-Id", requestId);
      if (!url.pathname.startsWith("/api/")) {
        for (const [name, value] of Object.entries(forOtherSites)) response.setHeader(name, value);
      }
      await sendFile(request, response, file);
    } catch (error) {
      // The router's answer sets the same headers, so those of this attempt may stay.
      if (!response.headersSent) {
        next();
        return;
      }
      logger.error({ requestId, err: error }, "request failed");
    }
    logger.info(
      {
        requestId,
        method: request.method,
        path: url.pathname,
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
      },
      "request",
    );
  };
}

const address = /^\/(?:api\/stream\/([1-9]\d{0,9})|audio\/([1-9]\d{0,9})\.mp3)(?:\?|$)/;

/** The id in a request for a track's audio, or null for any other request. */
function trackIdOf(request: IncomingMessage): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const [, called, named] = address.exec(request.url ?? "") ?? [];
  return called ?? named ?? null;
}

/** The URL as people see it, by the rules of the listener behind this one; null for one that can't be read. */
function urlOf(request: IncomingMessage): URL | null {
  const { PUBLIC_ORIGIN } = environment();
  return URL.parse(request.url ?? "", PUBLIC_ORIGIN ?? `http://${request.headers.host}`);
}
