import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { s3ClientFor, startS3Server, type TestBucket } from "#test/servers/s3-server.ts";
import { createS3Storage } from "../s3/s3-storage.server.ts";
import { InvalidStorageKey, type Storage, StoredFileTooShort } from "../storage.ts";
import { createFolderStorage } from "./folder-storage.server.ts";

/** What every storage does, on the local one and on a real S3 server. */

let folder: string;
let s3: TestBucket;

beforeAll(async () => {
  s3 = await startS3Server();
});

afterAll(() => s3.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const openers: Record<string, () => Storage> = {
  local: () => createFolderStorage({ root: join(folder, "files") }),
  s3: () => createS3Storage({ client: s3ClientFor(s3.settings), spoolFolder: join(folder, "tmp") }),
};

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));
const large = new Uint8Array(1_000_003).map((_, index) => (index * 31) % 251);

async function* inParts(bytes: Uint8Array) {
  const size = 100_000;
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe.each(Object.entries(openers))("%s", (name, open) => {
  let storage: Storage;

  beforeEach(() => {
    storage = open();
  });

  afterEach(async () => {
    for (const key of await keysOf("")) await storage.remove(key);
    storage.close();
  });

  async function keysOf(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.list(prefix)) keys.push(key);
    return keys.sort();
  }

  test("a file comes back whole, in part, and as a stream", async () => {
    await storage.put("tracks/a/64.mp3", bytesOf("0123456789"));
    expect(textOf(await storage.readBytes("tracks/a/64.mp3"))).toBe("0123456789");
    expect(textOf(await storage.readBytes("tracks/a/64.mp3", { start: 2, end: 4 }))).toBe("234");
    const into = new Uint8Array(3);
    expect(await storage.readBytes("tracks/a/64.mp3", { start: 2, end: 4 }, into)).toEqual(bytesOf("234"));
    expect(await new Response(await storage.readStream("tracks/a/64.mp3")).text()).toBe("0123456789");
    const part = await storage.readStream("tracks/a/64.mp3", { span: { start: 9, end: 9 } });
    expect(await new Response(part).text()).toBe("9");
    const found = await storage.stat("tracks/a/64.mp3");
    expect(found?.bytes).toBe(10);
    expect(Math.abs(Date.now() - (found?.modified.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test("a large file that comes in parts, through a stream of several pieces", async () => {
    await storage.put("large", inParts(large));
    const read = await new Response(
      await storage.readStream("large", { span: { start: 7, end: 999_999 } }),
    ).bytes();
    expect(Buffer.compare(read, large.subarray(7, 1_000_000))).toBe(0);
  });

  test("an empty file", async () => {
    await storage.put("empty", new Uint8Array());
    await storage.put("empty-parts", inParts(new Uint8Array()));
    for (const key of ["empty", "empty-parts"]) {
      expect(await storage.stat(key)).toMatchObject({ bytes: 0 });
      expect(textOf(await storage.readBytes(key))).toBe("");
      expect(await new Response(await storage.readStream(key)).text()).toBe("");
    }
  });

  test("what is not there is null, folders included", async () => {
    await storage.put("tracks/a/64.mp3", bytesOf("x"));
    for (const key of ["nothing", "tracks/b/64.mp3", "tracks", "tracks/a", "tracks/a/64.mp3/x"]) {
      expect(await storage.stat(key), key).toBeNull();
      expect(await storage.readBytes(key), key).toBeNull();
      expect(await storage.readBytes(key, { start: 0, end: 0 }), key).toBeNull();
      expect(await storage.readStream(key), key).toBeNull();
    }
  });

  test.each([
    { start: 1, end: 3 },
    { start: 5, end: 6 },
  ])("a part behind the end is an error, not fewer bytes: %o", async (span) => {
    await storage.put("short", bytesOf("abc"));
    await expect(storage.readBytes("short", span)).rejects.toThrow(StoredFileTooShort);
    const stream = await storage.readStream("short", { span });
    await expect(new Response(stream).text()).rejects.toThrow(StoredFileTooShort);
  });

  test("parts that fail reject with their error, and nothing is stored or left", async () => {
    async function* broken() {
      yield bytesOf("half");
      throw new Error("gone");
    }
    await expect(storage.put("a/broken", broken())).rejects.toThrow("gone");
    expect(await storage.stat("a/broken")).toBeNull();
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test("other bytes under the same key take the place of the first", async () => {
    await storage.put("again", bytesOf("first"));
    await storage.readBytes("again");
    await storage.put("again", bytesOf("second"));
    expect(textOf(await storage.readBytes("again"))).toBe("second");
  });

  test("a stream ends with its signal, and when it is cancelled", async () => {
    await storage.put("large", large);
    const abort = new AbortController();
    const aborted = await storage.readStream("large", { signal: abort.signal });
    const reader = aborted?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    abort.abort(new Error("gone"));
    await expect(reader?.read()).rejects.toThrow("gone");
    const cancelled = (await storage.readStream("large"))?.getReader();
    await cancelled?.read();
    await cancelled?.cancel();
    expect((await cancelled?.read())?.done).toBe(true);
  });

  test("list gives every key with the prefix", async () => {
    const keys = ["a-b", "a.b", "a/b/c", "a/b0", "a0", "b/a"];
    for (const key of keys.toReversed()) await storage.put(key, bytesOf(key));
    await storage.setOwner("x");
    await storage.quarantine("b/a", "2026-01-01");
    await storage.put("b/a", bytesOf("again"));
    expect(keys.toSorted()).toEqual(keys);
    expect(await keysOf("")).toEqual(keys);
    expect(await keysOf("a/")).toEqual(["a/b/c", "a/b0"]);
    expect(await keysOf("a/b")).toEqual(["a/b/c", "a/b0"]);
    expect(await keysOf("a")).toEqual(["a-b", "a.b", "a/b/c", "a/b0", "a0"]);
    expect(await keysOf("c")).toEqual([]);
    expect(await keysOf("c/d")).toEqual([]);
  });

  test("remove takes the file and nothing else; twice is no error", async () => {
    await storage.put("tracks/a/64.mp3", bytesOf("1"));
    await storage.put("tracks/b/64.mp3", bytesOf("2"));
    await storage.remove("tracks/a/64.mp3");
    await storage.remove("tracks/a/64.mp3");
    expect(await storage.readBytes("tracks/a/64.mp3")).toBeNull();
    expect(await keysOf("")).toEqual(["tracks/b/64.mp3"]);
  });

  test("no key leads to a file in quarantine, and a missing one is no error", async () => {
    await storage.put("a/one", bytesOf("1"));
    await storage.quarantine("a/one", "2026-01-31");
    await storage.quarantine("a/one", "2026-01-31");
    expect(await storage.stat("a/one")).toBeNull();
    expect(await keysOf("")).toEqual([]);
    await storage.emptyQuarantine("2026-02-01");
    await storage.emptyQuarantine("2026-02-01");
  });

  test("the owner is what was set last", async () => {
    if (name === "local") expect(await storage.owner()).toBeNull();
    await storage.setOwner("one");
    await storage.setOwner("two");
    expect(await storage.owner()).toBe("two");
  });

  const bad = [
    "",
    "/",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "../a",
    "a/../b",
    "a/..",
    "a/./b",
    ".hidden",
    "a/.tmp-x",
    "A",
    "a b",
    "a\\b",
    "..\\a",
    "a\0",
    "a\n",
    "a%2fb",
    "é",
    "無限",
    "c:a",
    "a/b/c/d/e/f/g/h/i",
    "x".repeat(101),
  ];
  test.each(bad)("the key %j is refused by every method", async (key) => {
    const before = s3.calls.length;
    await expect(storage.put(key, bytesOf("x"))).rejects.toThrow(InvalidStorageKey);
    await expect(storage.stat(key)).rejects.toThrow(InvalidStorageKey);
    await expect(storage.readBytes(key)).rejects.toThrow(InvalidStorageKey);
    await expect(storage.readStream(key)).rejects.toThrow(InvalidStorageKey);
    await expect(storage.remove(key)).rejects.toThrow(InvalidStorageKey);
    await expect(storage.quarantine(key, "2026-01-31")).rejects.toThrow(InvalidStorageKey);
    if (storage.localPath) expect(() => storage.localPath?.(key)).toThrow(InvalidStorageKey);
    if (storage.signedUrl)
      await expect(storage.signedUrl(key, { contentType: "a/b" })).rejects.toThrow(InvalidStorageKey);
    expect(await readdir(folder)).toEqual([]);
    expect(s3.calls).toHaveLength(before);
  });

  test.each(["a", "0", "-", "_x", "a.b..c", "tracks/0b6c-11/64.mp3", "x".repeat(100)])(
    "the key %j is taken",
    async (key) => {
      await storage.put(key, bytesOf(key));
      expect(textOf(await storage.readBytes(key))).toBe(key);
    },
  );

  test.each(["..", "../", "/", "a//", ".tmp-", "A"])("the prefix %j is refused", (prefix) => {
    expect(() => storage.list(prefix)).toThrow(InvalidStorageKey);
  });
});
