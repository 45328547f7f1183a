import { entryUrl } from "#app/lib/entry-url.ts";
import { type ProcessEnd, startLimitedProcess } from "#app/lib/limited-process.ts";
import type { SourceFile } from "./read-source.ts";
import type { SourceOrder, SourceResult } from "./read-source-process.ts";
import { RefusedSource, type Source } from "./source.ts";

/** A PDF of 20 MB takes a third. */
const maxBytes = 600 * 1024 * 1024;
/** 100,000 characters take a second, a thousand PDF pages ten. */
const timeoutMs = 40_000;
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
    onCrash?: (end: ProcessEnd) => void;
    limits?: { maxBytes?: number; timeoutMs?: number };
  } = {},
): Promise<{ source: Source; name: string }> {
  const limits = { maxBytes, timeoutMs, ...o.limits };
  const order: SourceOrder = {
    maxBytes: limits.maxBytes,
    parentPid: process.pid,
    ...("formFd" in input
      ? { input: "form", contentType: input.contentType, field: input.field }
      : { input: "file", file: input.file }),
  };
  const { child, ended } = startLimitedProcess({
    entry: entryUrl("read-source-process", import.meta.url),
    args: [JSON.stringify(order)],
    stdio: ["formFd" in input ? input.formFd : "pipe", "pipe", "pipe"],
    timeoutMs: limits.timeoutMs,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) child.kill("SIGKILL");
    else chunks.push(chunk);
  });
  // Only fails once the process has ended.
  child.stdin?.on("error", () => {});
  if ("bytes" in input) child.stdin?.end(input.bytes);
  const end = await ended;
  if (end.code !== 0) {
    o.onCrash?.(end);
    throw new RefusedSource(
      end.signal === null && !/heap|memory/i.test(end.stderr) ? "damaged" : "too-costly",
    );
  }
  const result: SourceResult = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if ("refusal" in result) throw new RefusedSource(result.refusal);
  return result;
}
