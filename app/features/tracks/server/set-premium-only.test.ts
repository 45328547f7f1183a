import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { feedTagBytes } from "#app/features/feeds/feed.ts";
import { findPersonFeed } from "#app/features/feeds/find-feed.server.ts";
import { checkDownloads, findDownload } from "#app/features/offline/server/downloads.server.ts";
import { findAudio, findHighAudio } from "#app/features/playback/server/find-audio.server.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { highlightTracks } from "#app/features/search/server/highlight-matches.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { respondWithFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { db, write } from "#db/client.ts";
import { renditions, tracks, transcriptCues } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPremiumOnlyTrack, type SpokenWords } from "#test/premium-only-tracks.ts";
import { addTrack } from "#test/tracks.ts";
import type { TrackViewer } from "../excerpt.ts";
import { presentTrack } from "../track.ts";
import { toTrackListItem } from "../track-list-item.ts";
import { listCues } from "../transcript/list-cues.server.ts";
import { findTrack } from "./find-track.server.ts";
import { findPublicScripts } from "./public-scripts.server.ts";
import { setPremiumOnly } from "./set-premium-only.server.ts";

withDatabase();

type Role = "visitor" | "free" | "expired" | "premium" | "author";
const excerpt: readonly Role[] = ["visitor", "free", "expired"];
const whole: readonly Role[] = ["premium", "author"];

let author: Viewer;
let viewers: Record<Role, Viewer | null>;
let trackId: number;
let words: SpokenWords;
let files: Map<64 | 128, Buffer>;
let excerptBytes: number;

beforeAll(async () => {
  author = await addMember({ name: "夜野 灯" });
  const member = await addMember({ isPremium: true });
  viewers = {
    visitor: null,
    free: await addMember(),
    expired: { ...member, premiumEndDate: new Date(Date.now() - 1000) },
    premium: member,
    author,
  };
  ({ trackId, words, files } = await addPremiumOnlyTrack({
    userId: author.id,
    dataDir: environment().DATA_DIR,
  }));
  const [row] = await db
    .select()
    .from(renditions)
    .where(eq(renditions.trackId, trackId))
    .orderBy(renditions.kbps);
  excerptBytes = row?.excerptBytes ?? 0;
});

const audioOf = (viewer: TrackViewer) => findAudio({ viewer, id: String(trackId) });

async function bytesOf(viewer: TrackViewer, headers: Record<string, string> = {}) {
  const response = await respondWithFile(
    new Request("http://localhost/api/stream/1", { headers }),
    await audioOf(viewer),
  );
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

describe.each(excerpt)("%s", (role) => {
  test("gets the excerpt's bytes and no more, by any range", async () => {
    const file = files.get(64) ?? Buffer.alloc(0);
    expect(excerptBytes).toBe(192 * 1250);
    const { response, body } = await bytesOf(viewers[role]);
    expect(response.headers.get("Content-Length")).toBe(String(excerptBytes));
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(body.equals(file.subarray(0, excerptBytes))).toBe(true);
    for (const [range, first, last] of [
      ["bytes=0-", 0, excerptBytes - 1],
      ["bytes=0-99999999", 0, excerptBytes - 1],
      [`bytes=${excerptBytes - 5}-${excerptBytes + 5}`, excerptBytes - 5, excerptBytes - 1],
      ["bytes=-10", excerptBytes - 10, excerptBytes - 1],
      [`bytes=0-9,10-${excerptBytes + 999}`, 0, excerptBytes - 1],
    ] as const) {
      const part = await bytesOf(viewers[role], { Range: range });
      expect(part.response.headers.get("Content-Range"), range).toBe(
        `bytes ${first}-${last}/${excerptBytes}`,
      );
      expect(part.body.equals(file.subarray(first, last + 1)), range).toBe(true);
    }
    for (const range of [`bytes=${excerptBytes}-`, `bytes=${excerptBytes + 100}-${excerptBytes + 200}`]) {
      const beyond = await bytesOf(viewers[role], { Range: range });
      expect([beyond.response.status, beyond.body.length], range).toEqual([416, 0]);
    }
  });

  test("gets another tag than the whole, also for high quality, and never from nginx", async () => {
    const [part, all] = [await audioOf(viewers[role]), await audioOf(viewers.premium)];
    expect(part.etag).not.toBe(all.etag);
    const { response } = await bytesOf(viewers[role], { Range: "bytes=0-9", "If-Range": all.etag });
    expect(response.status).toBe(200);
    const viewer = viewers[role];
    if (!viewer) return;
    const high = await findHighAudio({ viewer, id: String(trackId) });
    expect(high).toMatchObject({ isExcerpt: true, bytes: 384 * 1250, accel: undefined });
    const { available } = await checkDownloads({ viewer, trackIds: [trackId] });
    expect(available).toEqual([]);
  });

  test("reads the lines that end within the excerpt, and sees its length", async () => {
    const viewer = viewers[role];
    const track = await findTrack({ viewer, trackId });
    expect(track.script).toBe(`A: こんばんは。\nB: ${words.excerpt}の話です。`);
    expect((await listCues({ viewer, track })).map(({ endMs }) => endMs)).toEqual([12_000, 24_000]);
    expect(toTrackListItem(track, viewer)).toMatchObject({
      isPremiumOnly: true,
      isExcerpt: true,
      duration: 30,
    });
    expect(presentTrack(track, viewer)).toMatchObject({ duration: 40, audibleDuration: 30 });
  });
});

describe.each(whole)("%s", (role) => {
  test("hears and reads all", async () => {
    const viewer = viewers[role];
    const { response, body } = await bytesOf(viewer);
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(body.equals(files.get(64) ?? Buffer.alloc(0))).toBe(true);
    const track = await findTrack({ viewer, trackId });
    expect(track.script).toContain(words.secrets[1]);
    expect(await listCues({ viewer, track })).toHaveLength(4);
    const item = toTrackListItem(track, viewer);
    expect(item).toMatchObject({ isPremiumOnly: true, duration: 40 });
    expect(item).not.toHaveProperty("isExcerpt");
  });
});

test("a download is the whole file, with its digest as the tag", async () => {
  const viewer = viewers.premium;
  if (!viewer) throw new Error("no viewer");
  expect(await findDownload({ viewer, trackId })).toMatchObject({
    bytes: files.get(128)?.length,
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
});

test("search knows the excerpt only, for everybody", async () => {
  const found = async (query: string) =>
    (await searchTracks({ viewer: null, query, limit: 10 })).tracks.some(({ id }) => id === trackId);
  expect(await found(words.excerpt)).toBe(true);
  for (const secret of words.secrets) expect(await found(secret)).toBe(false);
  const item = toTrackListItem(await findTrack({ viewer: null, trackId }), null);
  const query = `${words.excerpt} ${words.secrets[0]} ${words.secrets[1]}`;
  const text = JSON.stringify(await highlightTracks([item], query));
  expect(text).toContain(words.excerpt);
  for (const secret of words.secrets) expect(text).not.toContain(secret);
});

test("a feed has the excerpt as the episode", async () => {
  const { episodes } = await findPersonFeed({ idOrCustomId: author.id });
  expect(episodes).toMatchObject([
    { bytes: feedTagBytes + excerptBytes, description: expect.stringContaining(words.excerpt) },
  ]);
  expect(JSON.stringify(episodes)).not.toContain(words.secrets[0]);
});

test("switched off and on again it is open and closed with the next request, and its time tells caches", async () => {
  const before = await audioOf(null);
  const later = new Date(Date.now() + 5000);
  const off = { trackId, isPremiumOnly: false, now: later, actor: systemActor };
  expect(await setPremiumOnly(off)).toMatchObject({ isChanged: true });
  expect(await setPremiumOnly(off)).toMatchObject({ isChanged: false });
  const open = await audioOf(null);
  expect(open).toMatchObject({ isExcerpt: false, cacheControl: "public, no-cache", modified: later });
  expect(open.modified?.getTime()).toBeGreaterThan(before.modified?.getTime() ?? Number.POSITIVE_INFINITY);
  expect((await searchTracks({ viewer: null, query: words.secrets[1], limit: 10 })).tracks).toHaveLength(1);
  expect(await setPremiumOnly({ trackId, isPremiumOnly: true, actor: systemActor })).toMatchObject({
    isChanged: true,
  });
  expect(await audioOf(null)).toMatchObject({ isExcerpt: true });
  expect((await searchTracks({ viewer: null, query: words.secrets[1], limit: 10 })).tracks).toEqual([]);
});

test("an author who is renamed at the same moment reveals nothing", async () => {
  const other = await addMember({ name: "前の名" });
  const added = await addPremiumOnlyTrack({ userId: other.id, dataDir: environment().DATA_DIR });
  for (const [round, isPremiumOnly] of [false, true, false, true].entries()) {
    const name = `後の名${round}`;
    await Promise.all([
      updateProfile({ viewer: other, changes: { name } }),
      setPremiumOnly({ trackId: added.trackId, isPremiumOnly, actor: systemActor }),
    ]);
    const textOf = async () =>
      (await db.select({ text: tracks.searchText }).from(tracks).where(eq(tracks.id, added.trackId)))[0]
        ?.text;
    await expect.poll(textOf).toContain(name);
    expect((await textOf())?.includes(added.words.secrets[1])).toBe(!isPremiumOnly);
  }
});

test("without an excerpt nobody but those who may hear it all hears anything", async () => {
  await write((tx) =>
    tx.update(renditions).set({ excerptBytes: null }).where(eq(renditions.trackId, trackId)),
  );
  await expect(audioOf(null)).rejects.toThrow(NotFound);
  expect(await audioOf(author)).toMatchObject({ isExcerpt: false });
  await setPremiumOnly({ trackId, isPremiumOnly: true, actor: systemActor });
  expect(await audioOf(null)).toMatchObject({ bytes: excerptBytes });
});

test("an unknown track", async () => {
  await expect(
    setPremiumOnly({ trackId: 2 ** 31 - 1, isPremiumOnly: true, actor: systemActor }),
  ).rejects.toThrow(NotFound);
});

test("the notice in front of a premium-only track is no line of its script", async () => {
  const id = await addTrack({ userId: author.id, script: "A: 静かな夜です。\nB: そうですね。" });
  const cue = { trackId: id, startMs: 0, endMs: 900 };
  await write(async (tx) => {
    await tx.update(tracks).set({ isPremiumOnly: true }).where(eq(tracks.id, id));
    await tx.delete(transcriptCues).where(eq(transcriptCues.trackId, id));
    await tx.insert(transcriptCues).values([
      { ...cue, position: 0, speaker: "A", text: aiNote, turn: 2 },
      { ...cue, position: 1, speaker: "A", text: "静かな夜です。", turn: 0 },
      { ...cue, position: 2, speaker: "B", text: "そうですね。", turn: 1 },
    ]);
  });
  expect((await findPublicScripts([id])).get(id)).toBe("A: 静かな夜です。\nB: そうですね。");
});
