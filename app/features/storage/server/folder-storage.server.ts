import { closeSync, fstatSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorCode, isMissingPath, nullIfMissing } from "#app/lib/file-errors.ts";
import {
  assertStorageKey,
  assertStoragePrefix,
  type ByteSpan,
  isStorageKey,
  type Storage,
  StoredFileTooShort,
} from "../storage.ts";
import { createOpenFiles, openForReading, readFully } from "./open-files.server.ts";
import { syncFolder, writeDurably } from "./write-durably.server.ts";

// No key begins with a dot.
const quarantineFolder = ".quarantine";
const ownerFile = ".installation";

export interface FolderStorage extends Storage {
  localPath(key: string): string;
}

/**
 * A {@link Storage} in `root`, created with the first file. Processes may share it. Keeps up to `openFiles` (64) files open,
 * each for one to two times 10 seconds, and popular ones in memory, up to `contentBytes` (32 MB). `isGroupReadable`
 * opens files to the group, whatever the umask.
 */
export function createFolderStorage(o: {
  root: string;
  openFiles?: number;
  contentBytes?: number;
  isGroupReadable?: boolean;
}): FolderStorage {
  const root = resolve(o.root);
  const files = createOpenFiles({
    limit: o.openFiles ?? 64,
    idleMs: 10_000,
    contentBytes: o.contentBytes ?? 32 * 1024 * 1024,
  });

  function pathOf(key: string): string {
    assertStorageKey(key);
    return `${root}/${key}`;
  }

  async function statKey(key: string): Promise<{ bytes: number; modified: Date } | null> {
    const found = await nullIfMissing(stat(pathOf(key)));
    return found?.isFile() ? { bytes: found.size, modified: found.mtime } : null;
  }

  /** Prevents an empty folder for each removed track. */
  async function removeEmptyFolders(path: string): Promise<void> {
    let folder = dirname(path);
    while (folder !== root && (await removeIfEmpty(folder))) folder = dirname(folder);
    await nullIfMissing(syncFolder(folder));
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await writeDurably({ root, path, bytes, isGroupReadable: o.isGroupReadable ?? false });
      files.drop(path);
    },

    stat: statKey,

    async readBytes(key, span, into) {
      const file = await files.acquire(pathOf(key));
      if (file === null) return null;
      try {
        const { contents } = file;
        const { start, end } = span ?? { start: 0, end: fstatSync(file.fd).size - 1 };
        const length = end - start + 1;
        const bytes = into?.length === length ? into : Buffer.allocUnsafeSlow(length);
        if (contents && end < contents.length) {
          // A copy: a slow client must not hold the whole file in memory.
          bytes.set(contents.subarray(start, end + 1));
          return bytes;
        }
        if ((await readFully(file.fd, bytes, start)) < bytes.length) throw new StoredFileTooShort(key);
        return bytes;
      } finally {
        file.release();
      }
    },

    readBytesNow(key, { start, end }, into) {
      const contents = files.contentsNow(pathOf(key));
      if (contents === null || end >= contents.length || into.length !== end - start + 1) return null;
      into.set(contents.subarray(start, end + 1));
      return into;
    },

    async readStream(key, options) {
      const found = await statKey(key);
      if (found === null) return null;
      const span = options?.span ?? { start: 0, end: found.bytes - 1 };
      return streamFile({ key, path: pathOf(key), span, signal: options?.signal });
    },

    async remove(key) {
      const path = pathOf(key);
      files.drop(path);
      if ((await nullIfMissing(unlink(path).then(() => true))) === null) return;
      await removeEmptyFolders(path);
    },

    async quarantine(key, day) {
      const path = pathOf(key);
      const target = join(root, quarantineFolder, day, key);
      files.drop(path);
      await mkdir(dirname(target), { recursive: true });
      if ((await nullIfMissing(rename(path, target).then(() => true))) === null) return;
      await removeEmptyFolders(path);
    },

    async emptyQuarantine(day) {
      const folder = join(root, quarantineFolder);
      for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
        if (name < day) await rm(join(folder, name), { recursive: true, force: true });
      }
    },

    async owner() {
      const id = await nullIfMissing(readFile(join(root, ownerFile), "utf8"));
      return id?.trim() || null;
    },

    setOwner: (installationId) =>
      writeDurably({ root, path: join(root, ownerFile), bytes: Buffer.from(`${installationId}\n`) }),

    list(prefix) {
      assertStoragePrefix(prefix);
      return keysUnder({ root, folder: prefix.slice(0, prefix.lastIndexOf("/") + 1), prefix });
    },

    localPath: pathOf,

    close: files.dropAll,
  };
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isMissingPath(error)) return true;
    const code = errorCode(error);
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw error;
  }
}

/** In byte order; `folder` is empty or ends in "/". */
async function* keysUnder(o: { root: string; folder: string; prefix: string }): AsyncGenerator<string> {
  const entries = await nullIfMissing(readdir(join(o.root, o.folder), { withFileTypes: true }));
  const names = (entries ?? [])
    .map((entry) => `${o.folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    // Sorts folders with their slash, as keys sort: "a-b" before "a/b".
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    if (name.endsWith("/")) {
      if (name.startsWith(o.prefix)) yield* keysUnder({ ...o, folder: name });
    } else if (name.startsWith(o.prefix) && isStorageKey(name)) yield name;
  }
}

const chunkBytes = 128 * 1024;

/** As `Storage.readStream`, with its own descriptor. `key` is for errors. */
function streamFile(o: {
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
    // Never during a read: the number could be reused for another file.
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
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, o.span.end - position + 1));
    const bytesRead = fd === undefined ? 0 : await readFully(fd, chunk, position);
    if (bytesRead < chunk.length) throw new StoredFileTooShort(o.key);
    position += bytesRead;
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
        if (chunk === null || (done && position <= o.span.end)) return;
        controller.enqueue(chunk);
        if (done) controller.close();
      },
      cancel: finish,
    },
    // Reads nothing ahead of the consumer.
    { highWaterMark: 0 },
  );
}
