import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./read-source.ts";
import type { SourceOrder, SourceResult } from "./read-source-process.ts";
import { RefusedSource, type Source } from "./source.ts";

/** A PDF of 20 MB takes a third. */
const maxBytes = 600 * 1024 * 1024;
/** 100,000 characters take a second, a thousand PDF pages ten. */
const timeoutMs = 40_000;
const maxStderrLength = 2000;
/** Several times a source's. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** A file's bytes, or an open multipart form with a file in `field`. */
export type SourceInput =
  | { bytes: Uint8Array; file: SourceFile }
  | { formFd: number; contentType: string; field: string };

/**
 * `readSource` in a process with limits of memory and time, with the file's name. Settles once it has ended. Rejects with
 * `RefusedSource`, also on a crash or limit: the file is the likely cause.
 */
export async function readSourceInProcess(
  input: SourceInput,
  o: {
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
  // No environment: it holds secrets.
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
  // Only fails once the process has ended.
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
