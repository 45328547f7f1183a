import { closeSync, constants, fstatSync, open, read } from "node:fs";
import { currentTick } from "#app/lib/event-loop.ts";

/** An open file; its descriptor stays valid until `release()`, whatever happens to the file meanwhile. */
interface OpenFile {
  readonly fd: number;
  /** The whole file, where it is in memory. */
  readonly contents: Uint8Array | null;
  release(): void;
}

interface OpenFiles {
  /** The whole file of a path where it is in memory, else null. */
  contentsNow(path: string): Uint8Array | null;
  /** The open file of a path, or null when there is none. `release()` must be called once. */
  acquire(path: string): Promise<OpenFile | null>;
  /** Closes the file of a path now, or when its last reader has released it. */
  drop(path: string): void;
  /** Drops every file. */
  dropAll(): void;
}

/** A file that is read so often while it is open is kept in memory, unless it is larger than `maxContentBytes`. */
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
  /** The turn of the event loop in which the file was last seen to be there. */
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
 * A cache of open file descriptors, least recently used first out: opening and closing would cost two more trips to the
 * thread pool for each range. At most `limit` files stay open, and none longer than about twice `idleMs` after its last
 * use. A file that was deleted or replaced, by this process or another, is detected at its next use, in a later turn of the event
 * loop, by the link count of its descriptor. Files that are read often are in memory as well, `contentBytes` of them at most.
 */
export function createOpenFiles(o: { limit: number; idleMs: number; contentBytes: number }): OpenFiles {
  // A Map iterates in the order of insertion; an entry is inserted again when used, so the first is the oldest.
  const entries = new Map<string, Entry>();
  const opening = new Map<string, Promise<Entry | null>>();
  let timer: NodeJS.Timeout | undefined;
  /** Bytes of all entries' contents, and of those that are being read. */
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

  /** Reads a file into memory where there is room for it. Its readers go on with the descriptor meanwhile. */
  async function cacheContents(entry: Entry, size: number): Promise<void> {
    if (size > maxContentBytes || contentBytes + size > o.contentBytes) return;
    contentBytes += size;
    entry.readers += 1;
    try {
      const contents = Buffer.allocUnsafeSlow(size);
      const isWhole = (await readFully(entry.fd, contents, 0)) === size;
      if (isWhole && !entry.retired) entry.contents = contents;
    } catch {
      // Whoever reads the file by its descriptor gets the error.
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

  /** The entry of a path, when its file is still there. */
  function find(path: string): Entry | null {
    const entry = entries.get(path);
    if (entry === undefined) return null;
    const turn = currentTick();
    if (entry.seenIn !== turn) {
      // On an open descriptor this needs no disk access: about a microsecond, cheaper than a promise.
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
    // The entry may have been dropped and closed while this waited.
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

/** A descriptor open for reading, or null when the path is no regular file. The caller closes it. */
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

/** Fills `into` with the bytes from `position` on. Returns the number of bytes, less than its length only at the end of the file. */
export async function readFully(fd: number, into: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const bytesRead = await readOnce(fd, into, filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

// The promise version of `read` goes through a FileHandle, which costs several times as much for a small range.
function readOnce(fd: number, into: Uint8Array, offset: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, offset, into.length - offset, position, (error, bytesRead) => {
      if (error === null) resolve(bytesRead);
      else reject(error);
    });
  });
}
