import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

const lookMs = 50;
/** Longest event loop turn (ms) without a connection. */
const quietTurnMs = 0.5;
/** Longest wait for such a turn (ms): a busy server has none. */
const maxBusyMs = 500;

interface Connection {
  responses: Set<ServerResponse>;
  /** When the last answer ended (`performance.now()`); undefined before. */
  idleSince: number | undefined;
}

/**
 * Open connections. Prevents resets at the end: a client may be sending its next request on a kept connection, so each is told
 * first.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  #opened = 0;
  #isDismissed = false;

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#opened += 1;
      this.#open.set(socket, { responses: new Set(), idleSince: undefined });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.prependListener("request", (request, response) => this.#begin(request, response));
  }

  #begin({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    if (this.#isDismissed) response.shouldKeepAlive = false;
    connection.responses.add(response);
    response.once("close", () => {
      connection.responses.delete(response);
      connection.idleSince = performance.now();
    });
  }

  /**
   * Every answer now closes its connection (`Connection: close`); new ones are still answered. Resolves when each earlier
   * connection was told, closed, or silent for `idleMs` after its last answer or this call; or with `signal`.
   */
  async dismiss(o: { idleMs: number; signal: AbortSignal }): Promise<void> {
    this.#isDismissed = true;
    const since = performance.now();
    const before = [...this.#open];
    for (const [, { responses }] of before) {
      for (const response of responses) response.shouldKeepAlive = false;
    }
    const isLeft = ([socket, { responses, idleSince = 0 }]: (typeof before)[number]) => {
      if (socket.destroyed) return false;
      if (responses.size > 0) return true;
      return performance.now() - Math.max(since, idleSince) < o.idleMs;
    };
    while (!o.signal.aborted && before.some(isLeft)) await delay(lookMs);
  }

  /**
   * Resolves when no client seems to be connecting: the system resets unaccepted connections when the server stops listening.
   */
  async untilQuiet(): Promise<void> {
    const deadline = performance.now() + maxBusyMs;
    for (let now = performance.now(); now < deadline; ) {
      const opened = this.#opened;
      await nextTurn();
      const began = now;
      now = performance.now();
      if (this.#opened === opened && now - began < quietTurnMs) return;
    }
  }
}
