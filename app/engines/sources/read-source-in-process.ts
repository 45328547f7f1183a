import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./read-source.ts";
import type { SourceOrder, SourceResult } from "./read-source-process.ts";
import { RefusedSource, type Source } from "./source.ts";

/** Memory of the process: a PDF of 20 MB takes a third of it. */
const maxBytes = 600 * 1024 * 1024;
/** A book of 100,000 characters takes less than a second, a PDF of a thousand pages some ten. */
const timeoutMs = 40_000;
/** Characters of its error output that are logged. */
const maxStderrLength = 2000;
/** Bytes that it may answer: several times what a source may have. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** What is read: a file's bytes, or a multipart form with a file in `field`, in a file that is open at its beginning. */
export type SourceInput =
  | { bytes: Uint8Array; file: SourceFile }
  | { formFd: number; contentType: string; field: string };

/**
 * Reads a source (see `readSource`) in a process of its own with limits of memory and time, and returns it with its file's name.
 * Settles only when the process has ended. Rejects with `RefusedSource`, also when the process crashes or exceeds a limit: the file is
 * the likely cause.
 */
export async function readSourceInProcess(
  input: SourceInput,
  o: {
    /** For the operator's log. */
    onCrash?: (end: { code: number | null; signal: string | null; stderr: string }) => void;
    limits?: { maxBytes?: number; timeoutMs?: number };
  } = {},
): Promise<{ source: Source; name: string }> {
  const limits = { maxBytes, timeoutMs, ...o.limits };
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  const program = fileURLToPath(new URL(`./read-source-process.${ending}`, import.meta.url));
  const order: SourceOrder = {
    maxBytes: limits.maxBytes,
    parentPid: process.pid,
    ...("formFd" in input
      ? { input: "form", contentType: input.contentType, field: input.field }
      : { input: "file", file: input.file }),
  };
  // Without the environment, which holds secrets.
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ["formFd" in input ? input.formFd : "pipe", "pipe", "pipe"],
    env: {},
    timeout: limits.timeoutMs,
    killSignal: "SIGKILL",
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) child.kill("SIGKILL");
    else chunks.push(chunk);
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (stderr.length < maxStderrLength) stderr += chunk.toString("utf8");
  });
  // An error of writing means that the process has ended.
  child.stdin?.on("error", () => {});
  if ("bytes" in input) child.stdin?.end(input.bytes);
  const [code, signal]: [number | null, string | null] = await closeOf(child);
  if (code !== 0) {
    o.onCrash?.({ code, signal, stderr: stderr.slice(0, maxStderrLength) });
    throw new RefusedSource(signal === null && !/heap|memory/i.test(stderr) ? "damaged" : "too-costly");
  }
  const result: SourceResult = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if ("refusal" in result) throw new RefusedSource(result.refusal);
  return result;
}

async function closeOf(child: ReturnType<typeof spawn>): Promise<[number | null, string | null]> {
  const [code, signal]: unknown[] = await once(child, "close");
  return [typeof code === "number" ? code : null, typeof signal === "string" ? signal : null];
}
