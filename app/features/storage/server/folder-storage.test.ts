import { readdirSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoredFileTooShort } from "../storage.ts";
import { createFolderStorage, type FolderStorage } from "./folder-storage.server.ts";
import { removeTemporaryFiles } from "./write-durably.server.ts";

let root: string;
let storage: FolderStorage;

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), "storage-")), "files");
  storage = createFolderStorage({ root });
});

afterEach(async () => {
  storage.close();
  await rm(join(root, ".."), { recursive: true, force: true });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
}

function openBelowRoot(): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(root) ? [target] : [];
    } catch {
      return [];
    }
  });
}

// What every storage does is in storage-contract.test.ts.

test("a file is at its path, and half a file is no file", async () => {
  await storage.put("a/b", bytesOf("whole"));
  await writeFile(join(root, "a", ".tmp-left"), "half");
  expect(await readFile(storage.localPath("a/b"), "utf8")).toBe("whole");
  expect(await keysOf("")).toEqual(["a/b"]);
});

describe("remove", () => {
  test("takes the file, its empty folders and nothing else; twice is no error", async () => {
    await storage.put("tracks/a/64.mp3", bytesOf("1"));
    await storage.put("tracks/b/64.mp3", bytesOf("2"));
    await storage.remove("tracks/a/64.mp3");
    await storage.remove("tracks/a/64.mp3");
    expect(await storage.readBytes("tracks/a/64.mp3")).toBeNull();
    expect(await readdir(join(root, "tracks"))).toEqual(["b"]);
    await storage.remove("tracks/b/64.mp3");
    expect(await readdir(root)).toEqual([]);
  });

  test("a file kept open for reading is gone at once, also when another process removed it", async () => {
    await storage.put("a/one", bytesOf("1"));
    await storage.readBytes("a/one");
    await rm(storage.localPath("a/one"));
    expect(await storage.readBytes("a/one")).toBeNull();
    await storage.put("a/two", bytesOf("22"));
    await storage.readBytes("a/two");
    const elsewhere = createFolderStorage({ root });
    await elsewhere.put("a/two", bytesOf("33"));
    expect(textOf(await storage.readBytes("a/two"))).toBe("33");
  });

  test("a folder that is taken away under a put is made again", async () => {
    const putAndRemove = async (name: string) => {
      for (let round = 0; round < 60; round += 1) {
        await storage.put(`shared/folder/${name}`, bytesOf(name));
        await storage.remove(`shared/folder/${name}`);
      }
    };
    await Promise.all(["a", "b", "c", "d"].map(putAndRemove));
    expect(await readdir(root)).toEqual([]);
  });

  test("putting and removing neighbours at the same time loses nothing", async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await storage.put(`shared/folder/${index}`, bytesOf(String(index)));
        if (index % 2 === 1) await storage.remove(`shared/folder/${index}`);
      }),
    );
    const kept = Array.from({ length: 30 }, (_, index) => `shared/folder/${index * 2}`).toSorted();
    expect(await keysOf("")).toEqual(kept);
  });
});

describe("put", () => {
  test("readers see the old bytes or the new ones, never a mixture, while writers race", async () => {
    const versions = Array.from({ length: 12 }, (_, index) => new Uint8Array(300_000).fill(index));
    await storage.put("raced", versions[0] ?? new Uint8Array());
    const seen: { length: number; values: number }[] = [];
    let writing = true;
    const writes = Promise.all(versions.map((bytes) => storage.put("raced", bytes))).finally(() => {
      writing = false;
    });
    const reads = (async () => {
      while (writing) {
        // From memory a read never leaves the event loop to the writers.
        await setImmediate();
        const bytes = await storage.readBytes("raced");
        seen.push({ length: bytes?.length ?? -1, values: new Set(bytes ?? []).size });
      }
    })();
    await Promise.all([writes, reads]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((each) => each.length !== 300_000 || each.values !== 1)).toEqual([]);
    expect(await readdir(root)).toEqual(["raced"]);
  });

  test("one that fails leaves nothing behind", async () => {
    // A folder in the place of the final name makes the last step fail.
    await mkdir(join(root, "a", "b"), { recursive: true });
    await expect(storage.put("a/b", bytesOf("x"))).rejects.toThrow();
    expect(await readdir(join(root, "a"))).toEqual(["b"]);
  });
});

describe("removeTemporaryFiles", () => {
  test("takes what a killed process left, in any folder, and no file that was finished", async () => {
    await storage.put("tracks/a/64.mp3", bytesOf("whole"));
    await writeFile(join(root, ".tmp-1"), "ha");
    await writeFile(join(root, "tracks", "a", ".tmp-2"), "lf");
    expect(await removeTemporaryFiles({ root })).toBe(2);
    expect(await readdir(root, { recursive: true })).toEqual(
      expect.not.arrayContaining([expect.stringContaining(".tmp-")]),
    );
    expect(textOf(await storage.readBytes("tracks/a/64.mp3"))).toBe("whole");
    expect(await removeTemporaryFiles({ root })).toBe(0);
  });

  test("spares what is younger than asked, and takes a missing folder for an empty one", async () => {
    expect(await removeTemporaryFiles({ root })).toBe(0);
    await mkdir(root);
    await writeFile(join(root, ".tmp-old"), "");
    await writeFile(join(root, ".tmp-new"), "");
    await utimes(join(root, ".tmp-old"), new Date(1_000_000), new Date(1_000_000));
    expect(await removeTemporaryFiles({ root, olderThan: new Date(2_000_000) })).toBe(1);
    expect(await readdir(root)).toEqual([".tmp-new"]);
  });
});

describe.skipIf(process.platform !== "linux")("open files", () => {
  test("stay within the limit, are used again, and are closed by close()", async () => {
    storage = createFolderStorage({ root, openFiles: 3 });
    for (let index = 0; index < 8; index += 1) await storage.put(`f${index}`, bytesOf(String(index)));
    for (let index = 0; index < 8; index += 1) await storage.readBytes(`f${index}`);
    expect(openBelowRoot().toSorted()).toEqual(["f5", "f6", "f7"].map((name) => join(root, name)));
    await Promise.all(Array.from({ length: 50 }, () => storage.readBytes("f5")));
    await storage.readBytes("f0");
    expect(openBelowRoot().toSorted()).toEqual(["f0", "f5", "f7"].map((name) => join(root, name)));
    storage.close();
    // A file that is read into memory meanwhile is closed after that.
    await expect.poll(openBelowRoot).toEqual([]);
  });

  test("many readers of more files than the limit all get their own bytes", async () => {
    storage = createFolderStorage({ root, openFiles: 2 });
    const names = Array.from({ length: 10 }, (_, index) => `f${index}`);
    for (const name of names) await storage.put(name, bytesOf(name.repeat(1000)));
    const wanted = Array.from({ length: 200 }, (_, index) => names[(index * 7) % 10] ?? "");
    const read = await Promise.all(wanted.map((name) => storage.readBytes(name)));
    expect(read.map(textOf)).toEqual(wanted.map((name) => name.repeat(1000)));
    expect(openBelowRoot()).toHaveLength(2);
  });

  test("files read often give their own bytes, and others as soon as another process has replaced or removed them", async () => {
    storage = createFolderStorage({ root, contentBytes: 6000 });
    const other = createFolderStorage({ root });
    for (const name of ["a", "b"]) await storage.put(name, bytesOf(name.repeat(4000)));
    const readOften = async (name: string) => {
      for (let time = 0; time < 10; time += 1) await storage.readBytes(name, { start: 0, end: 3999 });
      return textOf(await storage.readBytes(name, { start: 3990, end: 3992 }));
    };
    expect([await readOften("a"), await readOften("b")]).toEqual(["aaa", "bbb"]);
    await expect(storage.readBytes("a", { start: 0, end: 4000 })).rejects.toThrow(StoredFileTooShort);
    await other.put("a", bytesOf("c".repeat(4000)));
    expect([await readOften("a"), await readOften("b")]).toEqual(["ccc", "bbb"]);
    await other.remove("a");
    expect(await storage.readBytes("a", { start: 0, end: 1 })).toBeNull();
    other.close();
  });

  test("a removed file is not held open", async () => {
    await storage.put("a", bytesOf("a"));
    await storage.readBytes("a");
    expect(openBelowRoot()).toHaveLength(1);
    await storage.remove("a");
    expect(openBelowRoot()).toEqual([]);
  });
});
