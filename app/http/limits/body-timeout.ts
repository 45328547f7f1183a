import type { IncomingMessage, Server } from "node:http";
import { maxPictureBytes } from "#app/features/pictures/picture.ts";
import { uploadLimit } from "./body-limit.ts";

/** A body has this long to arrive; an upload may pause this long. */
const maxBodyMs = 60_000;
const maxUploadPauseMs = 20_000;
const checkIntervalMs = 1000;

/** A picture has this long in all: enough for 10 MB at 140 kbit/s. */
const maxPictureMs = 10 * 60_000;

/** How long any request may take to arrive: enough for 200 MB at 470 kbit/s. */
export const bodyTimeoutMs = 60 * 60_000;

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

type IncomingBody = Pick<IncomingMessage, "headers" | "url" | "complete" | "readableFlowing"> & {
  socket: { bytesRead: number };
  once(event: "close", listener: () => void): unknown;
};

/**
 * Calls `onTimeout` for a request whose body does not arrive: most have 60 s in all, an upload as long as it never pauses for
 * 20 s, a picture 10 minutes at most. Time in which the server does not read is no pause.
 */
export function bodyTimeout(request: IncomingBody, onTimeout: () => void): void {
  const { headers } = request;
  const [path = ""] = (request.url ?? "").split("?");
  const largestFile = uploadLimit(path, headers["content-type"] ?? "");
  const uploads = largestFile !== null;
  const maxTotalMs = largestFile === maxPictureBytes ? maxPictureMs : bodyTimeoutMs;
  let [waitedMs, totalMs, lastBytesRead] = [0, 0, request.socket.bytesRead];
  const timer = setInterval(() => {
    if (request.complete) {
      clearInterval(timer);
      return;
    }
    const { bytesRead } = request.socket;
    const isProgressing = bytesRead !== lastBytesRead || !request.readableFlowing;
    lastBytesRead = bytesRead;
    waitedMs = uploads && isProgressing ? 0 : waitedMs + checkIntervalMs;
    totalMs += checkIntervalMs;
    if (totalMs < maxTotalMs && waitedMs < (uploads ? maxUploadPauseMs : maxBodyMs)) return;
    clearInterval(timer);
    onTimeout();
  }, checkIntervalMs);
  timer.unref();
  request.once("close", () => clearInterval(timer));
}

/**
 * Closes sockets of `server` on which nothing moves for `idleMs` at most, or half of that where nothing is left to send.
 * Node's own timeout runs twice for a client that stops reading: its first end finds that since the last write some bytes
 * have left, and starts it once more.
 */
export function idleTimeout(server: Pick<Server, "setTimeout">, idleMs: number): void {
  server.setTimeout(idleMs / 2);
}
