import type { ByteSpan } from "../storage.ts";
import type { FileToServe } from "./respond-with-file.server.ts";

/**
 * A stored file whose first `o.skip` bytes are replaced by other bytes; ranges work. `etag` is the composed file's; nginx can't
 * send it.
 */
export function prefixedFile<File extends FileToServe>(
  file: File,
  o: { prefix: Uint8Array; skip: number; etag: string },
): File {
  const { prefix, skip, etag } = o;
  const { storage } = file;
  const bytes = prefix.length + file.bytes - skip;
  const ofPrefix = ({ start, end }: ByteSpan) => prefix.subarray(start, Math.min(end + 1, prefix.length));
  const ofStored = ({ start, end }: ByteSpan): ByteSpan => ({
    start: Math.max(start, prefix.length) - prefix.length + skip,
    end: end - prefix.length + skip,
  });
  return {
    ...file,
    bytes,
    etag,
    modified: null,
    accel: undefined,
    storage: {
      async readBytes(key, span = { start: 0, end: bytes - 1 }, into) {
        const head = ofPrefix(span);
        if (head.length === 0) return storage.readBytes(key, ofStored(span), into);
        const length = span.end - span.start + 1;
        const result = into?.length === length ? into : Buffer.allocUnsafeSlow(length);
        result.set(head);
        if (head.length === length) return result;
        const tail = await storage.readBytes(key, ofStored(span));
        if (tail === null) return null;
        result.set(tail, head.length);
        return result;
      },
      readBytesNow: (key, span, into) =>
        span.start < prefix.length ? null : (storage.readBytesNow?.(key, ofStored(span), into) ?? null),
      async readStream(key, { span = { start: 0, end: bytes - 1 }, signal } = {}) {
        const head = Uint8Array.from(ofPrefix(span));
        if (span.end < prefix.length) return new Blob([head]).stream();
        const stored = await storage.readStream(key, { span: ofStored(span), ...(signal ? { signal } : {}) });
        return head.length === 0 || stored === null ? stored : preceded(stored, head);
      },
    },
  };
}

/** A stream that begins with `head`, without reading ahead. */
function preceded(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  head: Uint8Array<ArrayBuffer>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let isBegun = false;
  return new ReadableStream(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          controller.enqueue(head);
          return;
        }
        const next = await reader.read();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
