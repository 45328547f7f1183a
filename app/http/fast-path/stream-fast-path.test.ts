import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { db, write } from "#db/client.ts";
import { renditions, trackInsights, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { listen } from "#test/listen.ts";
import { updateTrack } from "#test/tracks.ts";
import { fastPath } from "./fast-path.server.ts";
import { streamFastPath } from "./stream-fast-path.server.ts";

withDatabase();

let server: Server;
let port: number;
let audible: number;
let hidden: number;
let lost: number;

beforeAll(async () => {
  const { id: userId } = await addMember();
  audible = await addTrack({ userId, isVisible: true, key: "audio/a/64.mp3" });
  hidden = await addTrack({ userId, isVisible: false, key: "audio/b/64.mp3" });
  lost = await addTrack({ userId, isVisible: true, key: "audio/c/64.mp3" });
  await audioStorage().put("audio/a/64.mp3", Buffer.from("0123456789"));
  await audioStorage().put("audio/b/64.mp3", Buffer.from("9876543210"));
  const stream = fastPath([streamFastPath]);
  server = createServer((req, res) => {
    void stream(req, res, () => res.writeHead(299).end("the router"));
  });
  port = await listen(server);
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  audioStorage().close();
});

async function addTrack(o: { userId: string; isVisible: boolean; key: string }): Promise<number> {
  const now = new Date();
  return write(async (tx) => {
    const { userId, isVisible, key } = o;
    const values = {
      userId,
      isVisible,
      title: "夜",
      script: "A: 夜",
      filename: key,
      durationMs: 1000,
      searchText: "夜",
    };
    const [track] = await tx
      .insert(tracks)
      .values({ ...values, uploadedAt: now })
      .returning({ id: tracks.id });
    const trackId = track?.id ?? 0;
    await tx
      .insert(renditions)
      .values({ trackId, kbps: 64, storageKey: key, bytes: 10, sha256: "a".repeat(64), createdAt: now });
    return trackId;
  });
}

async function ask(path: string, o: { method?: string; headers?: Record<string, string> } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }>();
  request({ host: "127.0.0.1", port, path, agent: false, ...o }, (response) => {
    const { statusCode: status, headers } = response;
    buffer(response).then((bytes) => resolve({ status, headers, body: bytes.toString() }), reject);
  })
    .on("error", reject)
    .end();
  return promise;
}

test("a range of a track that everybody may hear, with the headers of every answer", async () => {
  const answer = await ask(`/api/stream/${audible}`, { headers: { Range: "bytes=2-4" } });
  expect([answer.status, answer.body]).toEqual([206, "234"]);
  expect(answer.headers).toMatchObject({
    "content-range": "bytes 2-4/10",
    "cache-control": "public, no-cache",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": expect.stringContaining("default-src 'self'"),
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("whole, as a head alone, and with a query", async () => {
  expect(await ask(`/api/stream/${audible}?v=1`)).toMatchObject({ status: 200, body: "0123456789" });
  const head = await ask(`/api/stream/${audible}`, { method: "HEAD" });
  expect([head.status, head.headers["content-length"], head.body]).toEqual([200, "10", ""]);
});

test("a track is hidden, and shown again, with the next request", async () => {
  const show = (isVisible: boolean) => write((tx) => tx.update(tracks).set({ isVisible }));
  await show(false);
  expect((await ask(`/api/stream/${audible}`)).status).toBe(299);
  await show(true);
  expect((await ask(`/api/stream/${hidden}`)).body).toBe("9876543210");
  await updateTrack(hidden, { isVisible: false });
});

test.each<[string, () => string, { method?: string; headers?: Record<string, string> }]>([
  ["a hidden track", () => `/api/stream/${hidden}`, {}],
  ["an unknown track", () => "/api/stream/999999", {}],
  ["a number too large for the database", () => "/api/stream/9999999999", {}],
  ["a track whose file is lost", () => `/api/stream/${lost}`, {}],
  ["a preview", () => "/api/stream/preview_abc.mp3", {}],
  ["a path behind the track", () => `/api/stream/${audible}/x`, {}],
  ["high quality", () => `/api/stream/${audible}?v=1&quality=high`, {}],
  ["high quality, written otherwise", () => `/api/stream/${audible}?q%75ality=high`, {}],
  ["another method", () => `/api/stream/${audible}`, { method: "POST" }],
])("%s is the router's", async (_, path, o) => {
  expect((await ask(path(), o)).status).toBe(299);
});

test("an app that begins to fetch a track is counted once a day; a browser, who continues or asks again, and a bot are not", async () => {
  const fetched = async (headers: Record<string, string>) => {
    await ask(`/audio/${audible}.mp3`, { headers: { "User-Agent": "AppleCoreMedia/1.0", ...headers } });
    await listeningBatch.drain();
    const rows = await db.select().from(trackInsights).where(eq(trackInsights.source, "feed"));
    return rows.map(({ value }) => value);
  };
  expect(await fetched({ "Sec-Fetch-Dest": "audio" })).toEqual([]);
  expect(await fetched({ Range: "bytes=5-" })).toEqual([]);
  expect(await fetched({ "If-None-Match": '"x"' })).toEqual([]);
  expect(await fetched({ "User-Agent": "Googlebot/2.1" })).toEqual([]);
  expect(await fetched({ Range: "bytes=0-" })).toEqual([1]);
  expect(await fetched({})).toEqual([1]);
  expect(await fetched({ "User-Agent": "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)" })).toEqual([
    2,
  ]);
});
