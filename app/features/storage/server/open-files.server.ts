import { closeSync, constants, fstatSync, open, read } from "node:fs";
import { currentTick } from "#app/lib/event-loop.ts";

/** The descriptor stays valid until `release()`. */
interface OpenFile {
  readonly fd: number;
  readonly contents: Uint8Array | null;
  release(): void;
}

interface OpenFiles {
  contentsNow(path: string): Uint8Array | null;
  /** Null if missing. Call `release()` once. */
  acquire(path: string): Promise<OpenFile | null>;
  /** Closes the file when its last reader releases it. */
  drop(path: string): void;
  dropAll(): void;
}

/** Files opened this often are kept in memory, up to `maxContentBytes`. */
const usesBeforeCaching = 3;
const maxContentBytes = 4 * 1024 * 1024;

class Entry implements OpenFile {
  readonly fd: number;
  contents: Uint8Array | null = null;
  uses = 0;
  readers = 0;
  size = 0;
  retired = false;
  usedAt = 0;
  /** The event loop's turn in which the file was last seen. */
  seenIn = -1;
  constructor(fd: number) {
    this.fd = fd;
  }
  release(): void {
    this.readers -= 1;
    this.closeWhenFree();
  }
  retire(): void {
    if (this.retired) return;
    this.retired = true;
    this.closeWhenFree();
  }
  private closeWhenFree(): void {
    if (!this.retired || this.readers > 0) return;
    this.contents = null;
    closeSync(this.fd);
  }
}

/**
 * An LRU cache of file descriptors: opening and closing would cost two more trips to the thread pool per range. At most `limit`
 * stay open, none longer than about twice `idleMs` after use. The link count reveals a deleted or replaced file at its next use
 * in a later turn. Popular files are in memory too, up to `contentBytes`.
 */
export function createOpenFiles(o: { limit: number; idleMs: number; contentBytes: number }): OpenFiles {
  // Maps keep insertion order; used entries are inserted again, so the first is the oldest.
  const entries = new Map<string, Entry>();
  const opening = new Map<string, Promise<Entry | null>>();
  let timer: NodeJS.Timeout | undefined;
  /** Includes contents being read. */
  let contentBytes = 0;

  function drop(path: string): void {
    const entry = entries.get(path);
    if (entry === undefined) return;
    entries.delete(path);
    contentBytes -= entry.contents?.length ?? 0;
    entry.retire();
    if (entries.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function dropIdle(): void {
    const before = performance.now() - o.idleMs;
    for (const [path, entry] of entries) {
      if (entry.usedAt > before) break;
      drop(path);
    }
  }

  function touch(path: string, entry: Entry): void {
    entry.usedAt = performance.now();
    entries.delete(path);
    entries.set(path, entry);
    if (entries.size > o.limit) {
      for (const oldest of entries.keys()) {
        drop(oldest);
        break;
      }
    }
    timer ??= setInterval(dropIdle, o.idleMs).unref();
  }

  /** If there is room. Readers use the descriptor meanwhile. */
  async function cacheContents(entry: Entry, size: number): Promise<void> {
    if (size > maxContentBytes || contentBytes + size > o.contentBytes) return;
    contentBytes += size;
    entry.readers += 1;
    try {
      const contents = Buffer.allocUnsafeSlow(size);
      const isWhole = (await readFully(entry.fd, contents, 0)) === size;
      if (isWhole && !entry.retired) entry.contents = contents;
    } catch {
    } finally {
      if (entry.contents === null) contentBytes -= size;
      entry.release();
    }
  }

  async function openAndCache(path: string): Promise<Entry | null> {
    const fd = await openForReading(path);
    if (fd === null) return null;
    const entry = new Entry(fd);
    touch(path, entry);
    return entry;
  }

  function find(path: string): Entry | null {
    const entry = entries.get(path);
    if (entry === undefined) return null;
    const turn = currentTick();
    if (entry.seenIn !== turn) {
      // Needs no disk access: a microsecond, cheaper than a promise.
      const { nlink, size } = fstatSync(entry.fd);
      if (nlink === 0) {
        drop(path);
        return null;
      }
      entry.seenIn = turn;
      entry.size = size;
      touch(path, entry);
    }
    return entry;
  }

  async function acquire(path: string): Promise<OpenFile | null> {
    const cached = find(path);
    if (cached !== null) {
      cached.readers += 1;
      cached.uses += 1;
      if (cached.uses === usesBeforeCaching) void cacheContents(cached, cached.size);
      return cached;
    }
    let pending = opening.get(path);
    if (pending === undefined) {
      pending = openAndCache(path).finally(() => opening.delete(path));
      opening.set(path, pending);
    }
    const entry = await pending;
    if (entry === null) return null;
    // The cache may have closed the file meanwhile.
    if (entry.retired) return acquire(path);
    entry.readers += 1;
    return entry;
  }

  return {
    contentsNow: (path) => find(path)?.contents ?? null,
    acquire,
    drop,
    dropAll() {
      for (const path of [...entries.keys()]) drop(path);
    },
  };
}

/** A descriptor; null if the path is no regular file. The caller closes it. */
export function openForReading(path: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    open(path, constants.O_RDONLY, (error, fd) => {
      if (error !== null) {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") resolve(null);
        else reject(error);
        return;
      }
      if (fstatSync(fd).isFile()) resolve(fd);
      else {
        closeSync(fd);
        resolve(null);
      }
    });
  });
}

/** Fills `into` from `position`. Returns fewer bytes than its length only at the end of the file. */
export async function readFully(fd: number, into: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const bytesRead = await readOnce(fd, into, filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

// The promise version of `read` uses a FileHandle, several times slower for small ranges.
function readOnce(fd: number, into: Uint8Array, offset: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, offset, into.length - offset, position, (error, bytesRead) => {
      if (error === null) resolve(bytesRead);
      else reject(error);
    });
  });
}
