import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { environment } from "#app/config/environment.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { heartbeatMs } from "#app/features/events/topics.ts";
import { subscriptionSchema } from "#app/features/themes/tasks/generation-task.schema.ts";
import { watchGenerationTask } from "#app/features/themes/tasks/server/watch-generation-task.server.ts";
import { readAdminSession } from "#app/http/auth/admin-session-cookie.server.ts";
import { misdirectionCheck } from "#app/http/core/origin-check.ts";
import { malformedStatus } from "#app/http/limits/malformed-request.ts";
import { logger } from "#app/logger.server.ts";
import { closing } from "#app/shutdown-signals.server.ts";

const path = "/ws";
/** Per process; the console needs one a page. */
const maxSockets = 50;
const maxSubscriptions = 20;
const maxMessageBytes = 1024;
const closeGraceMs = 1000;

interface LiveProgressOptions {
  /** Between pings, and session checks. */
  pingMs?: number;
}

/** RFC 6455. */
const closeCodes = { goingAway: 1001, policyViolation: 1008, internalError: 1011 };

/** Other upgrades, such as to HTTP/2, are answered as they are. */
export const isWebSocketRequest = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === "websocket";

/**
 * `upgrade` listener of `/ws`, where the console watches tasks. Refuses before the handshake whoever is not a signed-in admin
 * on this site's page: browsers send cookies with other sites' sockets too. The client sends
 * `{"type":"subscribe","taskId":"…"}`, gets `ProgressMessage`s.
 */
export function liveProgress({ pingMs = heartbeatMs }: LiveProgressOptions = {}) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, clientTracking: true });
  const isMisdirected = misdirectionCheck();
  /** Includes requests whose session is looked up. */
  let open = 0;

  closing.addEventListener("abort", () => {
    for (const socket of sockets.clients) closeSocket(socket, closeCodes.goingAway);
  });

  const refusal = async (request: IncomingMessage): Promise<number | null> => {
    const malformed = malformedStatus(request) ?? (isMisdirected(request) ? 421 : null);
    if (malformed !== null) return malformed;
    if (addressOf(request)?.pathname !== path) return 404;
    if (request.headers.origin !== originOf(request)) return 403;
    return (await findAdmin(request)) ? null : 401;
  };

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Prevents an exit: nobody else handles a reset before the handshake.
    const ignore = () => {};
    socket.on("error", ignore);
    if (closing.aborted || open >= maxSockets) {
      refuse(socket, 503);
      return;
    }
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    refusal(request).then(
      (status) => {
        if (status !== null) return refuse(socket, status);
        socket.off("error", ignore);
        sockets.handleUpgrade(request, socket, head, (client) => serve(client, request, pingMs));
      },
      (error: unknown) => {
        logger.error({ err: error }, "an upgrade failed");
        refuse(socket, 500);
      },
    );
  };
}

/** Until the client goes, the session ends or the process stops. */
function serve(client: WebSocket, request: IncomingMessage, pingMs: number): void {
  const watches = new Map<string, () => void>();
  let isAlive = true;

  const closeUnlessSignedIn = async () => {
    if (await findAdmin(request)) return true;
    closeSocket(client, closeCodes.policyViolation);
    return false;
  };

  const timer = setInterval(() => {
    // No pong: the connection is dead.
    if (!isAlive) return client.terminate();
    isAlive = false;
    client.ping();
    void closeUnlessSignedIn().catch(logFailure);
  }, pingMs);

  const subscribe = async (taskId: string) => {
    // Also during the first one's session look-up: after the task's end a second would hear everything again.
    if (watches.has(taskId)) return;
    if (watches.size >= maxSubscriptions) return closeSocket(client, closeCodes.policyViolation);
    watches.set(taskId, () => {});
    if (!(await closeUnlessSignedIn()) || client.readyState !== client.OPEN) return;
    const stop = watchGenerationTask(taskId, {
      onMessages(messages) {
        for (const message of messages) client.send(JSON.stringify(message), ignoreFailure);
      },
      onEnd: () => watches.delete(taskId),
    });
    watches.set(taskId, stop);
  };

  client.on("pong", () => {
    isAlive = true;
  });
  client.on("message", (data, isBinary) => {
    const subscription = isBinary ? undefined : parseSubscription(String(data));
    if (!subscription) return closeSocket(client, closeCodes.policyViolation);
    void subscribe(subscription.taskId).catch((error: unknown) => {
      logFailure(error);
      // Open, it would stay silent: the client subscribes again on a new one.
      closeSocket(client, closeCodes.internalError);
    });
  });
  // Too long a message or a reset; `close` follows.
  client.on("error", () => {});
  client.on("close", () => {
    clearInterval(timer);
    for (const stop of watches.values()) stop();
    watches.clear();
  });
}

const logFailure = (error: unknown) => logger.error({ err: error }, "a live connection failed");
const ignoreFailure = () => {};

function parseSubscription(text: string): { taskId: string } | undefined {
  try {
    return subscriptionSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const originOf = (request: IncomingMessage) =>
  environment().PUBLIC_ORIGIN ?? `http://${request.headers.host ?? ""}`;

/** Joined, not resolved: `//other.example/ws` is a path here, not another site. */
const addressOf = (request: IncomingMessage) => URL.parse(`${originOf(request)}${request.url ?? "/"}`);

/** Null without a session, or if the role does not generate tracks. */
async function findAdmin(request: IncomingMessage): Promise<AdminSession | null> {
  const url = addressOf(request);
  if (!url) return null;
  const { cookie = "" } = request.headers;
  const admin = await readAdminSession(new Request(url, { headers: { Cookie: cookie } }), url);
  return admin && isPermitted(admin, "GET /ws") ? admin : null;
}

function closeSocket(client: WebSocket, code: number): void {
  client.close(code);
  setTimeout(() => client.terminate(), closeGraceMs).unref();
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.once("finish", () => socket.destroy());
}
