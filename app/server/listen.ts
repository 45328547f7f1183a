import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { BufferedResponse } from "#app/http/compression/buffered-response.ts";
import { createRequestHandler } from "#app/http/core/handle-request.server.ts";
import { misdirectionCheck } from "#app/http/core/origin-check.ts";
import { redactPath } from "#app/http/core/request-trace.server.ts";
import { staticFileHeaders } from "#app/http/core/security-headers.ts";
import { coalescePolls } from "#app/http/fast-path/coalesce-polls.ts";
import { sendCoverThumbnail } from "#app/http/fast-path/cover-thumbnails.ts";
import { fastPath } from "#app/http/fast-path/fast-path.server.ts";
import { isListenEvent } from "#app/http/fast-path/listen-events.ts";
import { streamFastPath } from "#app/http/fast-path/stream-fast-path.server.ts";
import { unreadFastPath } from "#app/http/fast-path/unread-fast-path.server.ts";
import { routeRequest } from "#app/http/framework/route-request.ts";
import { bodyTimeout, bodyTimeoutMs, hasBody, idleTimeout } from "#app/http/limits/body-timeout.ts";
import { malformedStatus, refuseRequest, replaceNul } from "#app/http/limits/malformed-request.ts";
import { lowPriorityQueue } from "#app/lib/event-loop.ts";
import { logger } from "#app/logger.server.ts";
import { requestClass } from "#app/metrics.server.ts";
import { tracedListener } from "#app/traces.server.ts";
import { Connections } from "./connections.ts";
import { isWebSocketRequest, liveProgress } from "./live-progress.ts";
import type { NodeMiddleware } from "./static-files.ts";

const headersTimeoutMs = 20_000;
/** A client that stopped reading: closes socket and file. Half of it is longer than a call waits for its script. */
const idleSocketMs = 5 * 60_000;
/** Longer than a page's polling pause, and than proxies keep idle connections. */
const keepAliveMs = 65_000;

/** Listens on `HOST` and `PORT`. Rejects with `listen`'s error (EADDRINUSE). */
export async function listen(options: {
  staticFiles: NodeMiddleware;
  /** Wraps the listener, to time requests. */
  timed?: ((listener: NodeListener) => NodeListener) | undefined;
}): Promise<{ server: Server; connections: Connections; origin: string; port: number }> {
  const settings = environment();
  const { timed = (listener) => listener } = options;
  const server = createServer(
    {
      requestTimeout: bodyTimeoutMs,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      shouldUpgradeCallback: isWebSocketRequest,
    },
    tracedListener(
      timed(
        coalescePolls(
          requestPipeline({ staticFiles: options.staticFiles, router: await createRouterListener() }),
        ),
      ),
      (path) => ({ kind: requestClass(path), path: redactPath(path) }),
    ),
  );
  const connections = new Connections(server);
  server.on("upgrade", liveProgress());
  idleTimeout(server, idleSocketMs);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : settings.PORT;
  return { server, connections, origin: siteOrigin(settings, port), port };
}

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** As a `node:http` listener (`handle-request.server.ts`). */
async function createRouterListener(): Promise<NodeListener> {
  const { NODE_ENV, PUBLIC_ORIGIN } = environment();
  const importBuild = () => import("virtual:react-router/server-build");
  const build = import.meta.env.DEV ? importBuild : await importBuild();
  const origin = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN) : null;
  return requestListener(createRequestHandler(routeRequest(build, NODE_ENV)), {
    // Behind a TLS proxy origin checks need the public URL.
    ...(origin ? { protocol: origin.protocol, host: origin.host } : {}),
  });
}

/** In this order: malformed or misdirected → listen events → thumbnails → fast path → static files → routes. */
function requestPipeline(options: { staticFiles: NodeMiddleware; router: NodeListener }): NodeListener {
  const { staticFiles, router } = options;
  const tryFastPath = fastPath([streamFastPath, unreadFastPath]);
  const enqueue = lowPriorityQueue();
  const isMisdirected = misdirectionCheck();
  return (request, response) => {
    if (hasBody(request)) {
      bodyTimeout(request, () => abort(request, response));
      // Consumes a refused body, or its sender never reads the response.
      response.once("finish", () => request.removeAllListeners("data").resume());
    }
    replaceNul(request);
    const refused = malformedStatus(request) ?? (isMisdirected(request) ? 421 : null);
    if (refused !== null) {
      refuseRequest(request, response, refused);
      return;
    }
    if (isListenEvent(request)) {
      // Low priority: a thousand players that start at once must not delay pages.
      enqueue(() => router(request, response));
      return;
    }
    if (sendCoverThumbnail(request, response)) return;
    tryFastPath(request, response, () => staticFiles(request, response, () => router(request, response)));
  };
}

/** 408 if no response has begun. */
function abort(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent)
    request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  request.socket.destroySoon();
}

/**
 * A `node:http` listener for web requests. `origin` replaces the `Host` header's. Sends ready bodies with length and without a
 * stream, which would double a short answer's cost. Errors become 500, unless the client has gone.
 */
function requestListener(
  handle: (request: Request, client: { address: string }) => Promise<Response>,
  origin: { protocol?: string; host?: string },
): NodeListener {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let request: Request | undefined;
    try {
      request = createRequest(incoming, outgoing, origin);
      const response = await handle(request, { address: incoming.socket.remoteAddress ?? "" });
      if (outgoing.destroyed || request.signal.aborted) return;
      if (response instanceof BufferedResponse) sendBuffered(outgoing, response);
      else await sendResponse(outgoing, response);
    } catch (error) {
      if (outgoing.destroyed || request?.signal.aborted) return;
      logger.error({ err: error }, "request failed");
      if (outgoing.headersSent) outgoing.destroy();
      else
        outgoing
          .writeHead(500, {
            ...staticFileHeaders(),
            "Content-Type": "text/plain; charset=utf-8",
            "Cache-Control": "no-store",
          })
          .end("Internal Server Error");
    }
  };
  return (incoming, outgoing) => void answer(incoming, outgoing);
}

function sendBuffered(outgoing: ServerResponse, { status, headers, buffer }: BufferedResponse): void {
  const raw = [...headers].flat();
  raw.push("content-length", String(buffer.byteLength));
  outgoing.writeHead(status, raw).end(buffer);
}
