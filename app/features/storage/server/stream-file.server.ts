import { closeSync } from "node:fs";
import { type ByteSpan, StoredFileTooShort } from "../storage.ts";
import { openForReading } from "./open-files.server.ts";
import { readFully } from "./read-fully.server.ts";

const CHUNK = 128 * 1024;

/**
 * A part of the file at `path` as a stream with a descriptor of its own, under the terms of `Storage.readStream`.
 * `key` is what an error calls the file.
 */
export function streamFile(o: {
  key: string;
  path: string;
  span: ByteSpan;
  signal: AbortSignal | undefined;
}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { signal } = o;
  let fd: number | undefined;
  let busy = false;
  let done = false;
  let position = o.span.start;
  let fail: (reason: unknown) => void = () => {};

  function finish(): void {
    done = true;
    signal?.removeEventListener("abort", onAbort);
    // Never under a running read: the number may belong to another file by the time the thread uses it.
    if (busy || fd === undefined) return;
    closeSync(fd);
    fd = undefined;
  }

  function onAbort(): void {
    finish();
    fail(signal?.reason);
  }

  async function nextChunk(): Promise<Uint8Array<ArrayBuffer> | null> {
    fd ??= (await openForReading(o.path)) ?? undefined;
    if (done) return null;
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK, o.span.end - position + 1));
    const got = fd === undefined ? 0 : await readFully(fd, chunk, position);
    if (got < chunk.length) throw new StoredFileTooShort(o.key);
    position += got;
    return chunk;
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        fail = (reason) => controller.error(reason);
        if (o.span.end < o.span.start) controller.close();
        else if (signal?.aborted) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
      },
      async pull(controller) {
        busy = true;
        let chunk: Uint8Array<ArrayBuffer> | null;
        try {
          chunk = await nextChunk();
        } catch (error) {
          done = true;
          throw error;
        } finally {
          busy = false;
          if (done || position > o.span.end) finish();
        }
        // Cancelled or aborted during the read: the stream is closed already and takes nothing more.
        if (chunk === null || (done && position <= o.span.end)) return;
        controller.enqueue(chunk);
        if (done) controller.close();
      },
      cancel: finish,
    },
    // Nothing is opened or read ahead of the consumer.
    { highWaterMark: 0 },
  );
}
