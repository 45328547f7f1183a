import type { Server } from "node:http";

/**
 * Closes sockets of `server` on which nothing moves for `idleMs` at most, or half of that where nothing is left to send.
 * Node's own timeout runs twice for a client that stops reading: its first end finds that since the last write some bytes
 * have left, and starts it once more.
 */
export function idleTimeout(server: Pick<Server, "setTimeout">, idleMs: number): void {
  server.setTimeout(idleMs / 2);
}
