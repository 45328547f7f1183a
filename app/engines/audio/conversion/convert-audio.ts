import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { RefusedAudio } from "./audio-source.ts";
import type { ConvertedAudio } from "./convert.ts";
import type { ConversionMessage, ConversionOrder } from "./convert-process.ts";

/** Memory of the process; an hour of stereo takes less than half. */
const maxBytes = 700 * 1024 * 1024;
/** Less than a job's. Three hours of sound take a tenth on a fast machine. */
const timeoutMs = 25 * 60_000;
const stallMs = 120_000;
const maxStderrLength = 2000;

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
  onCrash?: (end: { code: number | null; signal: string | null; stderr: string }) => void;
  limits?: { maxBytes?: number; timeoutMs?: number; stallMs?: number };
}): Promise<ConvertedAudio> {
  o.signal.throwIfAborted();
  const limits = { maxBytes, timeoutMs, stallMs, ...o.limits };
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./convert-process.${ending}`, import.meta.url));
  // No environment: it holds secrets.
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
  // Only fails once the process has ended.
  child.send(order, () => {});
  try {
    const [code, signal] = await once(child, "close");
    o.signal.throwIfAborted();
    if (result?.type === "converted") return result.audio;
    if (result?.type === "refused") throw new RefusedAudio(result.reason);
    // The file's fault, or a missing library's.
    o.onCrash?.({ code, signal, stderr: stderr.slice(0, maxStderrLength) });
    throw new RefusedAudio("unreadable");
  } finally {
    clearTimeout(stall);
    o.signal.removeEventListener("abort", kill);
  }
}
