import { entryUrl } from "#app/lib/entry-url.ts";
import { type ProcessEnd, startLimitedProcess } from "#app/lib/limited-process.ts";
import { RefusedAudio } from "./audio-source.ts";
import type { ConvertedAudio } from "./convert.ts";
import type { ConversionMessage, ConversionOrder } from "./convert-process.ts";

/** Memory of the process; an hour of stereo takes less than half. */
const maxBytes = 700 * 1024 * 1024;
/** Less than a job's. Three hours of sound take a tenth on a fast machine. */
const timeoutMs = 25 * 60_000;
const stallMs = 120_000;

/**
 * Converts audio to a track's files in `folder` (`convert`), in a process with limits of memory and time. Settles once it has
 * ended. Rejects with `signal.reason`, or `RefusedAudio`, also if the process crashes, hangs or exceeds a limit: the file is
 * the likely cause.
 */
export async function convertAudio(o: {
  path: string;
  folder: string;
  maxSeconds: number;
  signal: AbortSignal;
  onProgress?: (p: { stage: "measuring" | "encoding"; percent: number }) => void;
  onCrash?: (end: ProcessEnd) => void;
  limits?: { maxBytes?: number; timeoutMs?: number; stallMs?: number };
}): Promise<ConvertedAudio> {
  o.signal.throwIfAborted();
  const limits = { maxBytes, timeoutMs, stallMs, ...o.limits };
  const { child, ended } = startLimitedProcess({
    entry: entryUrl("convert-process", import.meta.url),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    timeoutMs: limits.timeoutMs,
  });
  const kill = () => void child.kill("SIGKILL");
  o.signal.addEventListener("abort", kill, { once: true });
  let stall = setTimeout(kill, limits.stallMs);
  let result: ConversionMessage | undefined;
  child.on("message", (message: ConversionMessage) => {
    clearTimeout(stall);
    stall = setTimeout(kill, limits.stallMs);
    if (message.type === "progress") o.onProgress?.(message);
    else result = message;
  });
  const order: ConversionOrder = {
    path: o.path,
    folder: o.folder,
    maxSeconds: o.maxSeconds,
    maxBytes: limits.maxBytes,
    parentPid: process.pid,
  };
  // Only fails once the process has ended.
  child.send(order, () => {});
  try {
    const end = await ended;
    o.signal.throwIfAborted();
    if (result?.type === "converted") return result.audio;
    if (result?.type === "refused") throw new RefusedAudio(result.reason);
    // The file's fault, or a missing library's.
    o.onCrash?.(end);
    throw new RefusedAudio("unreadable");
  } finally {
    clearTimeout(stall);
    o.signal.removeEventListener("abort", kill);
  }
}
