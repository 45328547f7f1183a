import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/** How often idle connections are looked for (ms). */
const lookMs = 50;
/** Longest turn of the event loop (ms) in which no connection came. */
const quietTurnMs = 0.5;
/** How long such a turn is waited for (ms): a busy server has none. */
const maxBusyMs = 500;

interface Connection {
  /** Requests that have come and are not answered to the end. */
  responses: Set<ServerResponse>;
  /** When the last answer ended (`performance.now()`); undefined before the first one. */
  idleSince: number | undefined;
}

/**
 * The open connections of a server. A client that keeps one sends its next request whenever it likes: one that is closed while
 * that is on its way is a reset, so before the end each of them is told.
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
   * From now on every answer ends its connection and says so (`Connection: close`); new connections are still answered. Resolves
   * when no connection that was open before is left: each has been told with its next answer, was closed by its client, or
   * nothing came on it for `idleMs` after its last answer or this call. Ends at once with `signal`.
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
   * Resolves in a moment in which no client is connecting, as far as one can be found: the system resets connections that
   * nobody has accepted when the server stops listening.
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
