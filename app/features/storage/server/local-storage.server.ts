import { fstatSync } from "node:fs";
import { readdir, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  assertStorageKey,
  assertStoragePrefix,
  isStorageKey,
  type Storage,
  StoredFileTooShort,
} from "../storage.ts";
import { errorCode, isMissingPath, unlessMissing } from "./missing-path.server.ts";
import { createOpenFiles } from "./open-files.server.ts";
import { readFully } from "./read-fully.server.ts";
import { streamFile } from "./stream-file.server.ts";
import { syncFolder, writeDurably } from "./write-durably.server.ts";

/** A storage whose files are on this machine. */
export interface LocalStorage extends Storage {
  localPath(key: string): string;
}

/**
 * A {@link Storage} in the folder `root`, which is made when the first file is stored. Several processes may use one
 * folder. At most `openFiles` files (64) stay open between reads, each for about `idleMs` (10,000) to twice that.
 */
export function createLocalStorage(o: { root: string; openFiles?: number; idleMs?: number }): LocalStorage {
  const root = resolve(o.root);
  const files = createOpenFiles({ limit: o.openFiles ?? 64, idleMs: o.idleMs ?? 10_000 });

  function pathOf(key: string): string {
    assertStorageKey(key);
    return join(root, key);
  }

  async function statKey(key: string): Promise<{ bytes: number; modified: Date } | null> {
    const found = await unlessMissing(stat(pathOf(key)));
    return found?.isFile() ? { bytes: found.size, modified: found.mtime } : null;
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await writeDurably({ root, path, bytes });
      files.drop(path);
    },

    stat: statKey,

    async readBytes(key, span, into) {
      const file = await files.acquire(pathOf(key));
      if (file === null) return null;
      try {
        const { start, end } = span ?? { start: 0, end: fstatSync(file.fd).size - 1 };
        const length = end - start + 1;
        const bytes = into?.length === length ? into : Buffer.allocUnsafeSlow(length);
        if ((await readFully(file.fd, bytes, start)) < bytes.length) throw new StoredFileTooShort(key);
        return bytes;
      } finally {
        file.release();
      }
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
      if ((await unlessMissing(unlink(path).then(() => true))) === null) return;
      // Folders that hold nothing any more would pile up, one for each removed track.
      let folder = dirname(path);
      while (folder !== root && (await removedWhenEmpty(folder))) folder = dirname(folder);
      await unlessMissing(syncFolder(folder));
    },

    list(prefix) {
      assertStoragePrefix(prefix);
      return keysUnder({ root, folder: prefix.slice(0, prefix.lastIndexOf("/") + 1), prefix });
    },

    localPath: pathOf,

    close: files.dropAll,
  };
}

async function removedWhenEmpty(folder: string): Promise<boolean> {
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

/** Keys below `folder` (empty, or ending in "/") that begin with `prefix`, in byte order. */
async function* keysUnder(o: { root: string; folder: string; prefix: string }): AsyncGenerator<string> {
  const entries = await unlessMissing(readdir(join(o.root, o.folder), { withFileTypes: true }));
  const names = (entries ?? [])
    .map((entry) => `${o.folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    // A folder sorts with its slash, as its keys do: "a-b" stands before "a/b".
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    if (name.endsWith("/")) {
      if (name.startsWith(o.prefix)) yield* keysUnder({ ...o, folder: name });
    } else if (name.startsWith(o.prefix) && isStorageKey(name)) yield name;
  }
}
