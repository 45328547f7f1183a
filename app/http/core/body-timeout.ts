import type { IncomingMessage } from "node:http";
import { isUpload } from "./body-limit.ts";

/** A body has this long to arrive; an upload may pause this long, and has `bodyTimeoutMs` in all. */
const maxBodyMs = 60_000;
const maxUploadPauseMs = 20_000;
const checkIntervalMs = 1000;

/** How long any request may take to arrive: enough for 10 MB at 140 kbit/s. */
export const bodyTimeoutMs = 10 * 60_000;

type IncomingBody = Pick<IncomingMessage, "headers" | "url" | "complete" | "readableFlowing"> & {
  socket: { bytesRead: number };
  once(event: "close", listener: () => void): unknown;
};

/**
 * Calls `onTimeout` for a request whose body does not arrive: most have 60 s in all, an upload as long as it never pauses for
 * 20 s. Time in which the server does not read is no pause.
 */
export function bodyTimeout(request: IncomingBody, onTimeout: () => void): void {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const [path = ""] = (request.url ?? "").split("?");
  const uploads = isUpload(path, headers["content-type"] ?? "");
  let [waitedMs, lastBytesRead] = [0, request.socket.bytesRead];
  const timer = setInterval(() => {
    if (request.complete) {
      clearInterval(timer);
      return;
    }
    const { bytesRead } = request.socket;
    const isProgressing = bytesRead !== lastBytesRead || !request.readableFlowing;
    lastBytesRead = bytesRead;
    waitedMs = uploads && isProgressing ? 0 : waitedMs + checkIntervalMs;
    if (waitedMs < (uploads ? maxUploadPauseMs : maxBodyMs)) return;
    clearInterval(timer);
    onTimeout();
  }, checkIntervalMs);
  timer.unref();
  request.once("close", () => clearInterval(timer));
}
