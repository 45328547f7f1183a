import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { RefusedAudio } from "./audio-source.ts";
import type { ConvertedAudio } from "./convert.ts";
import type { ConversionMessage, ConversionOrder } from "./convert-process.ts";

/** Memory of the process; decoding an hour of stereo takes less than half. */
const maxBytes = 700 * 1024 * 1024;
/** Less than a job may take. Three hours of sound take a tenth of it on a fast machine. */
const timeoutMs = 25 * 60_000;
/** A process that has not got on for so long hangs. */
const stallMs = 120_000;
const maxStderrLength = 2000;

/**
 * Converts an audio file to the files of a track (see `convert`), in `folder`, in a process of its own with limits of
 * memory and time. Settles only when the process has ended. Rejects with `signal.reason` when aborted, and with
 * `RefusedAudio`, also when the process crashes, hangs or exceeds a limit: the file is the likely cause.
 */
export async function convertAudio(o: {
  path: string;
  folder: string;
  /** Longer sound is refused. */
  maxSeconds: number;
  signal: AbortSignal;
  onProgress?: (p: { stage: "measuring" | "encoding"; percent: number }) => void;
  /** For the operator's log. */
  onCrash?: (end: { code: number | null; signal: string | null; stderr: string }) => void;
  limits?: { maxBytes?: number; timeoutMs?: number; stallMs?: number };
}): Promise<ConvertedAudio> {
  o.signal.throwIfAborted();
  const limits = { maxBytes, timeoutMs, stallMs, ...o.limits };
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./convert-process.${ending}`, import.meta.url));
  // Without the environment, which holds secrets.
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: {},
    timeout: limits.timeoutMs,
    killSignal: "SIGKILL",
  });
  const kill = () => void child.kill("SIGKILL");
  o.signal.addEventListener("abort", kill, { once: true });
  let stall = setTimeout(kill, limits.stallMs);
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (stderr.length < maxStderrLength) stderr += chunk.toString("utf8");
  });
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
  // An error of sending means that the process has ended.
  child.send(order, () => {});
  try {
    const [code, signal] = await once(child, "close");
    o.signal.throwIfAborted();
    if (result?.type === "converted") return result.audio;
    if (result?.type === "refused") throw new RefusedAudio(result.reason);
    // A file can be the cause; so can a library that is missing on this machine.
    o.onCrash?.({ code, signal, stderr: stderr.slice(0, maxStderrLength) });
    throw new RefusedAudio("unreadable");
  } finally {
    clearTimeout(stall);
    o.signal.removeEventListener("abort", kill);
  }
}
