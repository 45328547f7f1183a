import type { IncomingMessage, ServerResponse } from "node:http";
import { type ByteSpan, StoredFileMissing } from "../storage.ts";
import type { FileDecision } from "./decide-file-response.ts";
import {
  decideResponse,
  type FileToServe,
  MAX_BUFFERED_BYTES,
  redirectToStorage,
} from "./respond-with-file.server.ts";

/**
 * `respondWithFile` on Node's response, for half the processor time. `others`: more headers. Returns at once if the bytes are
 * in memory, else resolves when all is written or the client has disconnected. Throws as `respondWithFile`; if
 * `res.headersSent` then, the connection is destroyed, so that no client takes a part for the whole file.
 */
export function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  o: FileToServe,
  others: Record<string, string> = {},
): Promise<void> | void {
  const header = (name: string) => headerValue(req, name);
  const decision = decideResponse(req.method ?? "GET", header, o);
  const redirect = redirectToStorage(decision, header, o);
  if (redirect)
    return redirect.then(({ status, headers }) => {
      res.writeHead(status, { ...others, ...headers }).end();
    });
  const { status, span } = decision;
  const named = "X-Accel-Redirect" in decision.headers ? passedOn(others) : others;
  const headers = { ...named, ...decision.headers };
  if (span === null) {
    res.writeHead(status, headers).end();
    return;
  }
  if (span.end - span.start >= MAX_BUFFERED_BYTES) return streamFile(res, o, { status, headers, span });
  const buffer = acquireBuffer(span.end - span.start + 1);
  const send = (bytes: Uint8Array<ArrayBuffer> | null): void => {
    if (bytes === null) throw new StoredFileMissing(o.key);
    // Runs once the connection has taken the last byte, never after a broken connection.
    if (!res.destroyed) res.writeHead(status, headers).end(bytes, () => releaseBuffer(buffer));
  };
  const bytes = o.storage.readBytesNow?.(o.key, span, buffer);
  if (!bytes) return o.storage.readBytes(o.key, span, buffer).then(send);
  send(bytes);
}

/** The headers that nginx passes on with a file (`docs/nginx.md`); it would read any others for each range too. */
function passedOn(others: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(others).filter(([name]) => namedInNginx.has(name)));
}

const namedInNginx: ReadonlySet<string> = new Set([
  "X-Request-Id",
  "Content-Security-Policy",
  "Strict-Transport-Security",
  "Cross-Origin-Resource-Policy",
  "Vary",
]);

async function streamFile(
  res: ServerResponse,
  o: FileToServe,
  { status, headers, span }: FileDecision & { span: ByteSpan },
): Promise<void> {
  const disconnected = new AbortController();
  const abort = () => disconnected.abort();
  res.once("close", abort);
  try {
    if (res.destroyed) return;
    const stream = await o.storage.readStream(o.key, { span, signal: disconnected.signal });
    if (stream === null) throw new StoredFileMissing(o.key);
    if (res.destroyed) return;
    res.writeHead(status, headers);
    await pump(stream, res);
    res.end();
  } catch (error) {
    if (disconnected.signal.aborted) return;
    if (res.headersSent) res.destroy();
    throw error;
  } finally {
    res.removeListener("close", abort);
  }
}

async function pump(stream: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!res.write(next.value)) await untilDrained(res);
  }
}

/** Also resolves if the connection closes: the next read fails then. */
function untilDrained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (res.destroyed) {
      resolve();
      return;
    }
    const done = () => {
      res.removeListener("drain", done);
      res.removeListener("close", done);
      resolve();
    };
    res.once("drain", done);
    res.once("close", done);
  });
}

function headerValue(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The usual first chunk, and `MAX_BUFFERED_BYTES`. */
const SIZES = [64 * 1024, 256 * 1024] as const;
/** Smaller buffers are cheap to allocate and would waste a pooled one. */
const MIN_POOLED_BYTES = 16 * 1024;
const MAX_POOLED = 32;

const freeBuffers: ReadonlyMap<number, ArrayBuffer[]> = new Map(SIZES.map((size) => [size, []]));

/**
 * A buffer with arbitrary contents. Prevents garbage collection hundreds of times a second, which was more than half the cost
 * of a range (measured).
 */
export function acquireBuffer(length: number): Uint8Array<ArrayBuffer> {
  const size = length < MIN_POOLED_BYTES ? undefined : SIZES.find((pooled) => length <= pooled);
  const memory = freeBuffers.get(size ?? 0)?.pop() ?? Buffer.allocUnsafeSlow(size ?? length).buffer;
  return Buffer.from(memory, 0, length);
}

/**
 * Returns a buffer to the pool. Call it only after the connection has sent the bytes. Unreleased ones are garbage-collected.
 */
export function releaseBuffer(bytes: Uint8Array<ArrayBuffer>): void {
  const pool = freeBuffers.get(bytes.buffer.byteLength);
  if (pool && pool.length < MAX_POOLED) pool.push(bytes.buffer);
}
