import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { publishChange, subscribeTo } from "#app/features/events/server/publish.server.ts";
import { resumePosition } from "#app/features/playback/playback.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db } from "#db/client.ts";
import { listeningHistory, playbacks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { deleteHistory } from "../history/delete-history.server.ts";
import { listHistory } from "../history/list-history.server.ts";
import { ListeningBatch } from "../server/listening-batch.server.ts";
import { recordListening, recordPlay } from "../server/record-events.server.ts";
import { removeExpiredPlayReceipts } from "../server/remove-expired-play-receipts.server.ts";
import { playbackSchema } from "./playback.schema.ts";
import { findPlayback } from "./server/find-playback.server.ts";
import { recordPlayback } from "./server/record-playback.server.ts";
import { type PlaybackEvent, replacesPlayback } from "./server/write-playbacks.server.ts";

withDatabase();

const dayS = 24 * 60 * 60;
const phone = "visit-of-a-phone";
const desk = "visit-of-a-desk";

async function setUp() {
  const [viewer, author] = [await addMember(), await addMember()];
  const trackIds: number[] = [];
  for (let n = 0; n < 3; n++) trackIds.push(await addTrack({ userId: author.id, durationMs: 90_000 }));
  const [first = 0, second = 0, third = 0] = trackIds;
  return { viewer, author, first, second, third, trackIds };
}

/** What a device sends: it plays the track, and its playback has just begun. */
const body = (deviceId: string, trackId: number, more: Record<string, unknown> = {}) =>
  playbackSchema.parse({
    deviceId,
    takesOver: true,
    isPlaying: true,
    trackId,
    position: 0,
    rate: 1,
    queue: {
      name: "新着",
      path: "/",
      isPlaylist: false,
      next: "/api/tracks?cursor=1.2",
      trackIds: [trackId],
    },
    ...more,
  });

const newBatch = () => new ListeningBatch({ intervalMs: 0 });
const ownBatch = newBatch();
const report = (viewer: Viewer, playback: ReturnType<typeof body>, batch = ownBatch) =>
  recordPlayback({ viewer, playback, batch });

const playbackOn = async (viewer: Viewer, deviceId: string) =>
  (await findPlayback({ viewer, deviceId })).playback;

test("another device gets track, position, speed and queue, in their order", async () => {
  const { viewer, first, second, third } = await setUp();
  const queue = { name: "夜", path: "/playlist/3", isPlaylist: true, next: null };
  const trackIds = [third, first, second];
  await report(
    viewer,
    body(phone, first, { position: 12.5, rate: 1.5, queue: { ...queue, isArranged: true, trackIds } }),
  );
  const { track, queue: found, ...playback } = (await playbackOn(viewer, desk)) ?? {};
  expect(playback).toMatchObject({ isOwner: false, isPlaying: true, position: 12.5, rate: 1.5 });
  expect(track?.id).toBe(first);
  expect(found).toMatchObject({ ...queue, isArranged: true });
  expect(found?.tracks.map(({ id }) => id)).toEqual(trackIds);
  expect((await playbackOn(viewer, phone))?.isOwner).toBe(true);
  expect(await playbackOn(await addMember(), phone)).toBeNull();
});

test.each(["夜", "🎧"])(
  "what plays from a search for the longest query, of %s, is recorded",
  async (sign) => {
    const { viewer, first } = await setUp();
    const query = new URLSearchParams({ search: sign.repeat(100), category: sign.repeat(50) });
    const queue = {
      name: `「${query.get("search")}」の検索結果`,
      path: `/search?${query}`,
      isPlaylist: false,
      next: `/api/tracks?${query}&cursor=5400000000002.2147483647`,
    };
    const heard = [{ trackId: first, position: 20, age: 0 }];
    await report(viewer, body(phone, first, { heard, queue: { ...queue, trackIds: [first] } }));
    expect((await playbackOn(viewer, desk))?.queue).toMatchObject(queue);
    expect(await listHistory({ userId: viewer.id, limit: 10 })).toMatchObject({
      entries: [{ track: { id: first }, positionMs: 20_000 }],
    });
  },
);

test("two devices that start in one moment, in two processes: one owns the playback, and the other is told so", async () => {
  const { viewer, first, second } = await setUp();
  for (let round = 0; round < 5; round++) {
    const [here, there] = [newBatch(), newBatch()];
    const started = await Promise.all([
      report(viewer, body(phone, first), here),
      report(viewer, body(desk, second), there),
    ]);
    // Each may have been told before the other had started: their next reports tell.
    const next = { takesOver: false, position: 30 };
    const owners = await Promise.all([
      report(viewer, body(phone, first, next), here),
      report(viewer, body(desk, second, next), there),
    ]);
    expect(started.filter(({ isOwner }) => isOwner).length).toBeGreaterThan(0);
    expect(owners.filter(({ isOwner }) => isOwner)).toHaveLength(1);
    const playback = await playbackOn(viewer, phone);
    expect(playback?.track.id).toBe(owners[0]?.isOwner ? first : second);
    expect(playback?.position).toBe(30);
  }
});

test("a device that comes back from without a network stops none that plays now, in whatever order both report", async () => {
  const { viewer, first, second } = await setUp();
  for (let round = 0; round < 5; round++) {
    await report(viewer, body(desk, first));
    const [here, there] = [newBatch(), newBatch()];
    const heard = [{ trackId: second, position: 50 + round, age: 1 }];
    // It was started ten minutes ago, and plays still or has just stopped.
    const back = { position: 50 + round, startAge: 600, isPlaying: round % 2 === 0, heard };
    const reports = [
      () => report(viewer, body(desk, first, { takesOver: false, position: 30 + round }), here),
      () => report(viewer, body(phone, second, back), there),
    ];
    await Promise.all((round < 3 ? reports : reports.reverse()).map((send) => send()));
    expect(await playbackOn(viewer, phone)).toMatchObject({
      isOwner: false,
      isPlaying: true,
      track: { id: first },
      position: 30 + round,
    });
    // What was heard there is merged all the same.
    const { positions } = await findPlayback({ viewer, deviceId: desk });
    expect(positions).toContainEqual(expect.objectContaining({ trackId: second, position: 50 + round }));
  }
  // A press there takes over, and so does what was heard there after the desk has stopped.
  expect(await report(viewer, body(phone, second, { startAge: 2 }))).toEqual({ isOwner: true });
  await report(viewer, body(desk, first));
  await report(viewer, body(desk, first, { takesOver: false, isPlaying: false }));
  expect(await report(viewer, body(phone, second, { startAge: 600, isPlaying: false }))).toEqual({
    isOwner: true,
  });
});

test("a device that was taken over can't report itself back, and takes over again by a start", async () => {
  const { viewer, first, second } = await setUp();
  expect(await report(viewer, body(phone, first))).toEqual({ isOwner: true });
  expect(await report(viewer, body(desk, second))).toEqual({ isOwner: true });
  expect(await report(viewer, body(phone, first, { takesOver: false, position: 40 }))).toEqual({
    isOwner: false,
  });
  expect(await playbackOn(viewer, desk)).toMatchObject({ isOwner: true, track: { id: second } });
  expect(await report(viewer, body(phone, first, { position: 41 }))).toEqual({ isOwner: true });
  expect(await playbackOn(viewer, desk)).toMatchObject({ isOwner: false, position: 41 });
});

test("what a device heard without a network comes later, and overwrites nothing newer", async () => {
  const { viewer, first, second, third } = await setUp();
  // An hour ago on the phone, without a network; ten minutes ago at the desk.
  const heard = [
    { trackId: first, position: 80, age: 3600 },
    { trackId: second, position: 20, age: 3500 },
    { trackId: third, position: 50, age: 31 * dayS },
  ];
  const atDesk = { position: 33, age: 600, heard: [{ trackId: first, position: 33, age: 600 }] };
  await report(viewer, body(desk, first, atDesk));
  const merged = body(phone, second, { position: 20, age: 3500, heard });
  for (let time = 0; time < 2; time++) expect(await report(viewer, merged)).toEqual({ isOwner: false });
  expect(await playbackOn(viewer, phone)).toMatchObject({ track: { id: first }, position: 33 });
  const { positions } = await findPlayback({ viewer, deviceId: desk });
  expect(positions.map(({ trackId, position }) => [trackId, position])).toEqual([
    [first, 33],
    [second, 20],
  ]);
  // Newer than what the desk has reported.
  await report(viewer, body(phone, second, { position: 25, age: 300 }));
  expect(await playbackOn(viewer, desk)).toMatchObject({ track: { id: second }, position: 25 });
});

test("within one batch too the newest position stays, however it arrives", async () => {
  const { viewer, first } = await setUp();
  const batch = new ListeningBatch();
  const now = new Date();
  const ago = (s: number) => new Date(now.getTime() - s * 1000);
  const add = (positionMs: number, at: Date) =>
    batch.addListening({ userId: viewer.id, trackId: first, positionMs, at });
  add(30_000, ago(10));
  add(90_000, ago(5000));
  await batch.flush();
  add(10_000, ago(3000));
  await batch.flush();
  const { entries } = await listHistory({ userId: viewer.id, limit: 10 });
  expect(entries).toMatchObject([{ positionMs: 30_000, listenedAt: ago(10) }]);
});

test("a track that was heard to its end has no position to resume from, on no device", async () => {
  const { viewer, first, second } = await setUp();
  const heard = [
    { trackId: first, position: 30 },
    { trackId: second, position: 4 },
  ];
  await report(viewer, body(phone, first, { heard }));
  const resumeAt = async (who: Viewer | null) =>
    resumePosition((await findTrack({ viewer: who, trackId: first })).leftAtMs, 90_000);
  expect(await resumeAt(viewer)).toBe(30);
  await report(viewer, body(phone, first, { heard: [{ trackId: first, position: 90 }] }));
  expect(await resumeAt(viewer)).toBe(0);
  expect(await resumeAt(null)).toBe(0);
  const { positions } = await findPlayback({ viewer, deviceId: desk });
  expect(positions.map(({ position }) => position)).toEqual([0, 0]);
});

test("a track that was heard to its end once stays heard, however often and in whatever order it is reported", async () => {
  const { viewer, first, second, third } = await setUp();
  const rows = async () => {
    const { trackId, isHeard, positionMs } = listeningHistory;
    return db
      .select({ trackId, isHeard, positionMs })
      .from(listeningHistory)
      .where(eq(listeningHistory.userId, viewer.id))
      .orderBy(trackId);
  };
  const hear = (...heard: { trackId: number; position: number; age: number }[]) =>
    report(viewer, body(phone, first, { heard }));
  // One that ends here, one that ended while there was no network and was begun anew, one that is half heard.
  await hear({ trackId: first, position: 90, age: 100 }, { trackId: third, position: 87, age: 100 });
  await hear({ trackId: second, position: 88, age: 90 }, { trackId: second, position: 20, age: 80 });
  await hear({ trackId: first, position: 40, age: 60 });
  expect(await rows()).toEqual([
    { trackId: first, isHeard: true, positionMs: 40_000 },
    { trackId: second, isHeard: true, positionMs: 20_000 },
    { trackId: third, isHeard: false, positionMs: 87_000 },
  ]);
  // The end comes late, from a device that had no network: the position is the newer one's.
  await hear({ trackId: third, position: 90, age: 5000 });
  expect((await rows()).at(-1)).toEqual({ trackId: third, isHeard: true, positionMs: 87_000 });
  await deleteHistory({ viewer, trackId: third });
  await hear({ trackId: third, position: 40, age: 0 });
  expect((await rows()).at(-1)).toMatchObject({ trackId: third, isHeard: false });
});

test("a deleted history takes the playback along, and no late report brings either back", async () => {
  const { viewer, first, second } = await setUp();
  const heard = [first, second].map((trackId) => ({ trackId, position: 20, age: 5 }));
  await report(viewer, body(phone, first, { heard, age: 5 }));
  await deleteHistory({ viewer, trackId: second });
  expect(await playbackOn(viewer, phone)).not.toBeNull();
  await deleteHistory({ viewer, trackId: first });
  expect(await playbackOn(viewer, phone)).toBeNull();
  const late = new Date(Date.now() + 29 * dayS * 1000);
  await removeExpiredPlayReceipts(late);
  await report(viewer, body(phone, first, { heard, age: 5 }));
  expect(await findPlayback({ viewer, deviceId: phone })).toEqual({ playback: null, positions: [] });
});

test("hidden tracks are neither stored nor shown", async () => {
  const { viewer, author, first, second } = await setUp();
  const queue = { name: "夜", path: "/", isPlaylist: false, next: null, trackIds: [first, second] };
  await report(viewer, body(phone, first, { queue }));
  await setTrackVisibility({ viewer: author, trackId: second, isVisible: false });
  expect((await playbackOn(viewer, desk))?.queue.tracks.map(({ id }) => id)).toEqual([first]);
  await setTrackVisibility({ viewer: author, trackId: first, isVisible: false });
  expect(await playbackOn(viewer, desk)).toBeNull();
  const heard = [{ trackId: second, position: 20 }];
  await expect(report(viewer, body(phone, first, { heard }))).rejects.toThrow("音声が見つかりません");
  expect(await listHistory({ userId: viewer.id, limit: 10 })).toMatchObject({ entries: [] });
});

test("a speed that the account has no more is the next lower one", async () => {
  const { viewer, first } = await setUp();
  await report(viewer, body(phone, first, { rate: 2 }));
  expect((await playbackOn(viewer, desk))?.rate).toBe(1.5);
  expect((await playbackOn({ ...viewer, isPremium: true }, desk))?.rate).toBe(2);
});

test("devices are told of another owner, another track and a stop, not of each position", async () => {
  const { viewer, first, second } = await setUp();
  const told: string[] = [];
  let isListening = false;
  const unsubscribe = subscribeTo({ userId: viewer.id }, (topic) => {
    if (topic === "unread") isListening = true;
    else if (topic !== null) told.push(topic);
  });
  // On Postgres what is published before the connection listens is lost.
  await expect
    .poll(async () => {
      await publishChange({ userId: viewer.id }, "unread");
      return isListening;
    })
    .toBe(true);
  const changes = [
    [body(phone, first), 1],
    [body(phone, first, { takesOver: false, position: 30 }), 1],
    [body(phone, second, { takesOver: false }), 2],
    [body(phone, second, { takesOver: false, isPlaying: false }), 3],
    [body(desk, second), 4],
    [body(phone, second, { takesOver: false, isPlaying: true }), 4],
  ] as const;
  for (const [change, count] of changes) {
    await report(viewer, change);
    await expect.poll(() => told).toEqual(Array.from({ length: count }, () => "playback"));
  }
  unsubscribe();
});

test("nothing is written for visitors, and nothing of what members' plays are counted by", async () => {
  const { viewer, first } = await setUp();
  const sender = { visit: phone, network: "192.0.2.1", userAgent: "Mozilla/5.0 (X11) Firefox/140.0" };
  const before = await db.$count(listeningHistory);
  await recordPlay({ viewer: null, trackId: first, ...sender });
  await recordListening({ viewer, trackId: first, position: 3 });
  await expect.poll(() => db.$count(listeningHistory)).toBe(before + 1);
  expect(await db.$count(playbacks, eq(playbacks.userId, viewer.id))).toBe(0);
});

test.each<[what: string, event: Partial<PlaybackEvent>, replaces: boolean]>([
  ["of the same device, newer", {}, true],
  ["of the same device, older", { at: new Date(999) }, false],
  ["of another device that goes on", { deviceId: desk }, false],
  ["of another device that starts", { deviceId: desk, takesOver: true, startsNow: true }, true],
  ["of another device that started long ago", { deviceId: desk, takesOver: true }, false],
  [
    "of another device that started long ago, where this one fell silent",
    { deviceId: desk, takesOver: true, receivedAt: new Date(91_000) },
    true,
  ],
  [
    "of another device that started before",
    { deviceId: desk, takesOver: true, startsNow: true, at: new Date(999) },
    false,
  ],
])("a report %s: %s", (_, event, replaces) => {
  const stored = { deviceId: phone, isPlaying: true, updatedAt: new Date(1000) };
  const newer = {
    deviceId: phone,
    takesOver: false,
    startsNow: false,
    at: new Date(2000),
    receivedAt: new Date(2000),
    ...event,
  };
  expect(replacesPlayback(stored, newer)).toBe(replaces);
});
