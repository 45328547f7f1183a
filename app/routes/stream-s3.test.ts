import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#app/server/register-features.ts";
import { environment } from "#app/config/environment.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { sourceKey, sourcePath } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { securityHeaders } from "#app/http/core/security-headers.ts";
import { fastPath } from "#app/http/fast-path/fast-path.server.ts";
import { streamFastPath } from "#app/http/fast-path/stream-fast-path.server.ts";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { listen } from "#test/listen.ts";
import { contextOf } from "#test/request-context.ts";
import { startS3Server, type TestBucket } from "#test/servers/s3-server.ts";
import { withSettings } from "#test/settings.ts";
import { addTrack } from "#test/tracks.ts";
import { loader } from "./api/answer-call.ts";

// on one database: about how bytes come, not about who gets which
// isolated: the storage of these settings stays open
withDatabase();
withSettings({ STORAGE: "s3" });

let s3: TestBucket;
let author: Viewer;
let server: Server;
let origin: string;
const content = randomBytes(600_000);
const excerptBytes = 240_000;

beforeAll(async () => {
  s3 = await startS3Server();
  Object.assign(environment(), s3.settings);
  author = await addMember();
  const stream = fastPath([streamFastPath]);
  server = createServer((req, res) => void stream(req, res, () => res.writeHead(299).end("the router")));
  origin = `http://127.0.0.1:${await listen(server)}`;
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await s3?.stop();
});

beforeEach(() => {
  s3.faults = [];
  environment().S3_DELIVERY = "redirect";
});

/** A track with its file in the bucket. */
async function addStoredTrack(o: { isVisible?: boolean; isPremiumOnly?: boolean } = {}) {
  const { isVisible = true, isPremiumOnly = false } = o;
  const trackId = await addTrack({ userId: author.id, isVisible });
  const key = `audio/${randomUUID()}/64.mp3`;
  await audioStorage().put(key, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const row = { trackId, kbps: 64, storageKey: key, bytes: content.length, sha256, createdAt: new Date() };
  await write(async (tx) => {
    await tx.insert(renditions).values(isPremiumOnly ? { ...row, excerptBytes } : row);
    await tx.update(tracks).set({ isPremiumOnly }).where(eq(tracks.id, trackId));
  });
  return { trackId, key };
}

const playing = { "Sec-Fetch-Dest": "audio" };

/** The call itself, as React Router answers it. */
function call(trackId: number, viewer: Viewer | null, headers: Record<string, string>): Promise<Response> {
  const request = new Request(`http://localhost/api/stream/${trackId}`, { headers });
  return loader({ request, context: contextOf(request, { viewer: async () => viewer }) });
}

/** What the two ways to a public track answer: past React Router, and the call. */
const bothWays = (trackId: number, headers: Record<string, string>) =>
  Promise.all([
    fetch(`${origin}/api/stream/${trackId}`, { headers, redirect: "manual" }),
    call(trackId, null, headers),
  ]);

test("passed on: parts and the whole come as from the local storage", async () => {
  environment().S3_DELIVERY = "proxy";
  const { trackId } = await addStoredTrack();
  for (const response of await bothWays(trackId, { ...playing, Range: "bytes=100-199" })) {
    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe("bytes 100-199/600000");
    expect(Buffer.from(await response.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
  }
  for (const response of await bothWays(trackId, {})) {
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, no-cache");
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  }
  for (const response of await bothWays(trackId, { Range: "bytes=600000-" }))
    expect(response.status).toBe(416);
});

test("browsers that play are sent to the bucket, with an address that no cache keeps and that ends in a minute", async () => {
  const { trackId } = await addStoredTrack();
  for (const response of await bothWays(trackId, { ...playing, Range: "bytes=0-" })) {
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([302, "private, no-store"]);
    const location = new URL(response.headers.get("Location") ?? "");
    expect(location.origin).toBe(s3.settings.S3_ENDPOINT);
    expect(Number(location.searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(60);
    const part = await fetch(location, { headers: { Range: "bytes=7-9" } });
    expect([part.status, part.headers.get("Cache-Control")]).toEqual([206, "private, no-store"]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(7, 10))).toBe(true);
  }
});

test("others get the bytes themselves, and who knows them none", async () => {
  const { trackId } = await addStoredTrack();
  // A page that fetches would need the bucket's leave.
  for (const response of await bothWays(trackId, { "Sec-Fetch-Dest": "empty", Range: "bytes=0-9" }))
    expect(response.status).toBe(206);
  const [known] = await bothWays(trackId, {});
  const etag = known.headers.get("ETag") ?? "";
  await known.body?.cancel();
  for (const response of await bothWays(trackId, { ...playing, "If-None-Match": etag }))
    expect(response.status).toBe(304);
});

test("pages may play from the bucket where they are sent there, and only there", () => {
  const policy = () =>
    securityHeaders({ nonce: "n", secure: false, development: false })["Content-Security-Policy"];
  expect(policy()).toContain(`media-src 'self' data: blob: ${s3.settings.S3_ENDPOINT};`);
  environment().S3_DELIVERY = "proxy";
  expect(policy()).toContain("media-src 'self' data: blob:;");
});

test("of a premium-only track nobody without premium is sent to the whole", async () => {
  const { trackId } = await addStoredTrack({ isPremiumOnly: true });
  const free = await addMember();
  for (const viewer of [null, free]) {
    const response = await call(trackId, viewer, { ...playing, Range: "bytes=0-" });
    expect(response.headers.get("Content-Range")).toMatch(/\/240000$/);
    expect(response.headers.get("Location")).toBeNull();
    expect((await call(trackId, viewer, { ...playing, Range: "bytes=240000-" })).status).toBe(416);
  }
  const premium = await addMember({ isPremium: true });
  expect((await call(trackId, premium, playing)).status).toBe(302);
});

test("a hidden, a taken down and a deleted track are not there, and the file goes from the bucket", async () => {
  const stranger = await addMember({ isPremium: true });
  const hidden = await addStoredTrack({ isVisible: false });
  for (const viewer of [null, stranger])
    expect((await call(hidden.trackId, viewer, playing)).status).toBe(404);
  expect((await call(hidden.trackId, author, playing)).status).toBe(302);
  const taken = await addStoredTrack();
  expect((await call(taken.trackId, stranger, playing)).status).toBe(302);
  await takeDownTrack({ actor: { kind: "system" }, trackId: taken.trackId, reason: null });
  expect((await call(taken.trackId, stranger, playing)).status).toBe(404);
  await deleteTrack({ viewer: author, trackId: hidden.trackId });
  expect(await audioStorage().stat(hidden.key)).toBeNull();
});

test("a bucket that fails is 'later', not 'never', and a file that is missing is not there", async () => {
  environment().S3_DELIVERY = "proxy";
  const { trackId, key } = await addStoredTrack();
  s3.faults = ["403"];
  const failed = await call(trackId, null, { Range: "bytes=0-9" });
  expect([failed.status, failed.headers.get("Retry-After")]).toEqual([503, "30"]);
  await audioStorage().remove(key);
  expect((await call(trackId, null, { Range: "bytes=0-9" })).status).toBe(404);
});

test("an uploaded file is copied from the bucket to where it is converted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "upload-"));
  async function* parts() {
    yield content.subarray(0, 100_000);
    yield content.subarray(100_000);
  }
  await audioStorage().put(sourceKey("u"), parts());
  expect((await readFile(await sourcePath("u", folder))).equals(content)).toBe(true);
  await expect(sourcePath("gone", folder)).rejects.toThrow(StoredFileMissing);
  await rm(folder, { recursive: true });
});
