import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { temporaryPrefix } from "../server/write-durably.server.ts";
import {
  assertStorageKey,
  assertStoragePrefix,
  type ByteSpan,
  isStorageKey,
  type Storage,
  StoredFileTooShort,
} from "../storage.ts";
import { type S3Body, type S3Client, S3Error, withDeadline } from "./s3-client.server.ts";

// No key begins with a dot.
const quarantinePrefix = ".quarantine/";
const ownerKey = ".installation";

/** How often a broken stream resumes without receiving a byte. */
const maxResumptions = 4;

export interface S3Storage extends Storage {
  signedUrl: NonNullable<Storage["signedUrl"]>;
}

/**
 * A {@link Storage} in a bucket of its own. Spools parts to `spoolFolder` first: the server needs length and hash, and stores
 * whole objects only.
 *
 * @param o.stallMs silence after which a stream resumes
 */
export function createS3Storage(o: { client: S3Client; spoolFolder: string; stallMs?: number }): S3Storage {
  const { client, spoolFolder, stallMs = 15_000 } = o;

  return {
    async put(key, bytes) {
      assertStorageKey(key);
      if (bytes instanceof Uint8Array) await client.put(key, bodyOf(bytes));
      else await withSpooled(spoolFolder, bytes, (body) => client.put(key, body));
    },

    async stat(key) {
      assertStorageKey(key);
      return client.head(key);
    },

    async readBytes(key, span, into) {
      assertStorageKey(key);
      const bytes = await client.read(key, span);
      if (bytes === null) return null;
      if (bytes === "beyond" || (span && bytes.length < span.end - span.start + 1))
        throw new StoredFileTooShort(key);
      if (into?.length !== bytes.length) return bytes;
      into.set(bytes);
      return into;
    },

    async readStream(key, options) {
      assertStorageKey(key);
      const found = await client.head(key);
      if (found === null) return null;
      const span = options?.span ?? { start: 0, end: found.bytes - 1 };
      return streamObject({ client, key, span, stallMs, signal: options?.signal });
    },

    async remove(key) {
      assertStorageKey(key);
      await client.remove(key);
    },

    async quarantine(key, day) {
      assertStorageKey(key);
      if (await client.copy(key, `${quarantinePrefix}${day}/${key}`)) await client.remove(key);
    },

    async emptyQuarantine(day) {
      for await (const { key } of client.list(quarantinePrefix)) {
        if (key.slice(quarantinePrefix.length) < day) await client.remove(key);
      }
    },

    async owner() {
      const id = await client.read(ownerKey);
      return id instanceof Uint8Array ? Buffer.from(id).toString().trim() || null : null;
    },

    setOwner: (installationId) => client.put(ownerKey, bodyOf(Buffer.from(`${installationId}\n`))),

    list(prefix) {
      assertStoragePrefix(prefix);
      return keysOf(client, prefix);
    },

    async signedUrl(key, answer) {
      assertStorageKey(key);
      return client.signedUrl(key, answer);
    },

    close() {},
  };
}

async function* keysOf(client: S3Client, prefix: string): AsyncGenerator<string> {
  for await (const { key } of client.list(prefix)) if (isStorageKey(key)) yield key;
}

export function bodyOf(bytes: Uint8Array): S3Body {
  const content = new Uint8Array(bytes);
  return { content, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Writes parts to a temporary file for `use`. Rejects with errors of reading the parts. */
async function withSpooled(
  folder: string,
  parts: AsyncIterable<Uint8Array>,
  use: (body: S3Body) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${temporaryPrefix}${randomUUID()}`);
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.from(parts), hashing, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    const content = await openAsBlob(file);
    await use({ content, bytes: content.size, sha256: hash.digest("hex") });
  } finally {
    await rm(file, { force: true });
  }
}

/** As `Storage.readStream`. Resumes a broken or stalled connection at its byte: a key's content never changes. */
function streamObject(o: {
  client: S3Client;
  key: string;
  span: ByteSpan;
  stallMs: number;
  signal: AbortSignal | undefined;
}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { client, key, span, stallMs, signal } = o;
  const ended = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  let position = span.start;
  let resumptions = 0;
  let fail: (reason: unknown) => void = () => {};

  function onAbort(): void {
    ended.abort(signal?.reason);
    fail(signal?.reason);
  }

  async function open() {
    const response = await client.open(key, {
      span: { start: position, end: span.end },
      signal: ended.signal,
    });
    if (response === null || response === "beyond") throw new StoredFileTooShort(key);
    if (Number(response.headers.get("Content-Length")) !== span.end - position + 1) {
      await response.body?.cancel();
      throw new StoredFileTooShort(key);
    }
    return response.body?.getReader();
  }

  async function nextChunk(): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      try {
        reader ??= await open();
        const next = await withDeadline(reader?.read() ?? Promise.reject(new Error("no body")), stallMs);
        if (next.done) throw new Error("the connection ended early");
        resumptions = 0;
        return next.value;
      } catch (error) {
        void reader?.cancel(error).catch(() => {});
        reader = undefined;
        ended.signal.throwIfAborted();
        // The client has already retried.
        if (error instanceof StoredFileTooShort || error instanceof S3Error) throw error;
        resumptions += 1;
        if (resumptions > maxResumptions) throw error;
        await setTimeout(100 * resumptions);
      }
    }
  }

  function finish(): void {
    signal?.removeEventListener("abort", onAbort);
    ended.abort(new Error("the stream was cancelled"));
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        fail = (reason) => controller.error(reason);
        if (span.end < span.start) controller.close();
        else if (signal?.aborted) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
      },
      async pull(controller) {
        const chunk = await nextChunk().catch((error: unknown) => {
          // The abort has already errored it.
          if (ended.signal.aborted) return null;
          finish();
          throw error;
        });
        if (chunk === null || ended.signal.aborted) return;
        position += chunk.length;
        controller.enqueue(chunk);
        if (position <= span.end) return;
        finish();
        controller.close();
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}
