import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { s3ClientFor, startS3Server, type TestBucket } from "#test/servers/s3-server.ts";
import { withSettings } from "#test/settings.ts";
import { checkBucket } from "./check-bucket.server.ts";
import { type S3Client, S3Error } from "./s3-client.server.ts";
import { createS3Storage, type S3Storage } from "./s3-storage.server.ts";

// isolated: the storage of the settings stays open
withSettings();

let folder: string;
let s3: TestBucket;
let client: S3Client;
let storage: S3Storage;

const clientWith = (o: Parameters<typeof s3ClientFor>[1] = {}) =>
  s3ClientFor(s3.settings, { ...o, calls: { retryMs: 1, ...o.calls } });

beforeAll(async () => {
  s3 = await startS3Server();
  client = clientWith();
  folder = await mkdtemp(join(tmpdir(), "s3-storage-"));
  storage = createS3Storage({ client, spoolFolder: folder });
});

beforeEach(() => {
  s3.calls.length = 0;
});

afterEach(() => {
  s3.faults = [];
});

afterAll(async () => {
  await s3?.stop();
  await rm(folder, { recursive: true, force: true });
});

const large = new Uint8Array(1_000_003).map((_, index) => (index * 31) % 251);

async function* inParts(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 100_000) yield bytes.subarray(start, start + 100_000);
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const readAll = async (key: string) => new Response(await storage.readStream(key)).bytes();

test.each(["500", "cut"] as const)("%s: calls are repeated until they go well", async (fault) => {
  const withFault = async <T>(work: () => Promise<T>) => {
    s3.faults = [fault];
    const result = await work();
    expect(s3.faults).toEqual([]);
    return result;
  };
  const text = "short".repeat(20);
  await withFault(() => storage.put(`fault/parts`, inParts(Buffer.from(text))));
  await withFault(() => storage.put(`fault/bytes`, Buffer.from(text)));
  const read = await withFault(() => storage.readBytes("fault/parts"));
  expect(Buffer.from(read ?? []).toString()).toBe(text);
  expect((await withFault(() => storage.stat("fault/bytes")))?.bytes).toBe(text.length);
  const keys = await withFault(() => allOf(storage.list("fault/")));
  expect(keys.sort()).toEqual(["fault/bytes", "fault/parts"]);
  await withFault(() => storage.remove("fault/bytes"));
  expect(await storage.stat("fault/bytes")).toBeNull();
});

test("a server that does not answer, or stops in the middle, is asked again", async () => {
  const hasty = createS3Storage({
    client: clientWith({ calls: { answerMs: 300 } }),
    spoolFolder: folder,
    stallMs: 300,
  });
  s3.faults = ["no answer"];
  await hasty.put("slow", Buffer.from("slow"));
  s3.faults = ["no answer"];
  expect((await hasty.readBytes("slow"))?.length).toBe(4);
  s3.faults = [null, "stall"];
  expect(await new Response(await hasty.readStream("slow")).text()).toBe("slow");
  expect(s3.faults).toEqual([]);
});

test("a stream that breaks goes on at the byte that it has come to", async () => {
  await storage.put("broken", large);
  s3.calls.length = 0;
  // The look at its size, then a connection that breaks in the middle, twice.
  s3.faults = [null, "cut", "cut"];
  expect(Buffer.compare(await readAll("broken"), large)).toBe(0);
  expect(s3.calls.map((call) => call.split(" ")[0])).toEqual(["HEAD", "GET", "GET", "GET"]);
});

test("a stream that breaks again and again ends with an error, not with fewer bytes", async () => {
  await storage.put("broken", large);
  s3.faults = [null, ...Array.from({ length: 40 }, () => "cut" as const)];
  const stream = await storage.readStream("broken", { span: { start: 0, end: 0 } });
  await expect(new Response(stream).bytes()).rejects.toThrow();
});

test("a server that fails all the time is an error that says what and how", async () => {
  s3.faults = Array.from({ length: 4 }, () => "500" as const);
  const error = await storage.put("a", large).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(S3Error);
  expect(error).toMatchObject({ status: 500, message: "PUT a: 500" });
  expect(s3.calls).toHaveLength(4);
});

test("a refusal is not repeated, and tells no secret", async () => {
  const stranger = clientWith({ secretAccessKey: "wrong-secret" });
  const error = await stranger.read("a").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 403, message: "GET a: 403 SignatureDoesNotMatch" });
  expect(s3.calls).toHaveLength(1);
});

test("a bucket that is not there can neither be written nor listed", async () => {
  const nowhere = clientWith({ bucket: "nowhere" });
  await expect(createS3Storage({ client: nowhere, spoolFolder: folder }).put("a", large)).rejects.toThrow(
    "404 NoSuchBucket",
  );
  await expect(allOf(nowhere.list(""))).rejects.toThrow("404 NoSuchBucket");
});

test("a listing of several pages is whole", async () => {
  const keys = ["many/0", "many/1", "many/2", "many/3", "many/4"];
  for (const key of keys) await storage.put(key, Uint8Array.of(1));
  const inPages = createS3Storage({ client: clientWith({ calls: { pageKeys: 2 } }), spoolFolder: folder });
  s3.calls.length = 0;
  expect((await allOf(inPages.list("many/"))).sort()).toEqual(keys);
  expect(s3.calls).toHaveLength(3);
});

test("a signed address gives parts to anybody, for a minute, and to no cache", async () => {
  await storage.put("audio/a/64.mp3", large);
  const url = await storage.signedUrl("audio/a/64.mp3", { contentType: "audio/mpeg" });
  const response = await fetch(url, { headers: { Range: "bytes=7-9" } });
  expect(response.status).toBe(206);
  expect(await response.bytes()).toEqual(large.slice(7, 10));
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("Content-Type")).toBe("audio/mpeg");
  expect(Number(new URL(url).searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(60);
  const changed = new URL(url);
  changed.pathname = "/mugen/.installation";
  expect((await fetch(changed)).status).toBe(403);
  const longer = new URL(url);
  longer.searchParams.set("X-Amz-Expires", "6000");
  expect((await fetch(longer)).status).toBe(403);
});

test("what a quarantine holds can be put back, until its week is over", async () => {
  await storage.put("q/one", large);
  await storage.put("q/two", large);
  await storage.quarantine("q/one", "2026-01-30");
  await storage.quarantine("q/two", "2026-01-31");
  await storage.emptyQuarantine("2026-01-31");
  expect(await client.head(".quarantine/2026-01-30/q/one")).toBeNull();
  expect((await client.head(".quarantine/2026-01-31/q/two"))?.bytes).toBe(large.length);
});

test("the check-up tells a bucket that works from one that anybody can read, is missing or refuses", async () => {
  Object.assign(environment(), s3.settings);
  expect(await checkBucket()).toBeNull();
  s3.isPublic = true;
  expect((await checkBucket())?.text).toContain("だれでも読めます");
  s3.isPublic = false;
  s3.faults = ["403"];
  expect((await checkBucket())?.text).toContain("断りました：PUT");
  expect(await allOf(storage.list("check-up/"))).toEqual([]);
});
