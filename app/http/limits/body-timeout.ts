import type { IncomingMessage, Server } from "node:http";
import { maxPictureBytes } from "#app/features/pictures/picture.ts";
import { uploadLimit } from "./body-limit.ts";

/** The time for a whole body, and for an upload's pause. */
const maxBodyMs = 60_000;
const maxUploadPauseMs = 20_000;
const checkIntervalMs = 1000;

/** The time for a picture: 10 MB at 140 kbit/s. */
const maxPictureMs = 10 * 60_000;

/** The time for any request: 200 MB at 470 kbit/s. */
export const bodyTimeoutMs = 60 * 60_000;

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

type IncomingBody = Pick<IncomingMessage, "headers" | "url" | "complete" | "readableFlowing"> & {
  socket: { bytesRead: number };
  once(event: "close", listener: () => void): unknown;
};

/**
 * Calls `onTimeout` if a body does not arrive: most have 60 s, uploads 20 s without a byte, pictures 10 minutes in all. While
 * the server does not read there is no pause.
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
 * Closes sockets idle for at most `idleMs`, or half of that with nothing left to send. Node's timeout runs twice for a client
 * that stops reading: the first sees that some bytes have left, and starts again.
 */
export function idleTimeout(server: Pick<Server, "setTimeout">, idleMs: number): void {
  server.setTimeout(idleMs / 2);
}
