import type { IncomingMessage } from "node:http";
import { isUpload } from "./body-limit.ts";

/** How long a body may take, in all; for an upload, how long it may pause. Uploads in all: `longestArrivalMs`. */
const patienceMs = 60_000;
const uploadPauseMs = 20_000;
const lookEveryMs = 1000;

/** How long any request may take to arrive: 10 MB at 140 kbit/s. */
export const longestArrivalMs = 10 * 60_000;

type Arriving = Pick<IncomingMessage, "headers" | "url" | "complete" | "readableFlowing"> & {
  socket: { bytesRead: number };
  once(event: "close", listener: () => void): unknown;
};

/**
 * Calls `giveUp` for a request whose body does not come: most have 60 s in all, an upload as long as it goes on and never
 * pauses for 20 s. Time in which this side does not read is nobody's pause.
 */
export function watchArrival(request: Arriving, giveUp: () => void): void {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const [path = ""] = (request.url ?? "").split("?");
  const uploads = isUpload(path, headers["content-type"] ?? "");
  let [waited, seen] = [0, request.socket.bytesRead];
  const watch = setInterval(() => {
    if (request.complete) {
      clearInterval(watch);
      return;
    }
    const { bytesRead } = request.socket;
    const goesOn = bytesRead !== seen || !request.readableFlowing;
    seen = bytesRead;
    waited = uploads && goesOn ? 0 : waited + lookEveryMs;
    if (waited < (uploads ? uploadPauseMs : patienceMs)) return;
    clearInterval(watch);
    giveUp();
  }, lookEveryMs);
  watch.unref();
  request.once("close", () => clearInterval(watch));
}
