import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { closeDatabase, db } from "#db/client.ts";
import { listeningHistory, playReceipts, tracks } from "#db/schema/index.ts";
import { addMember, openTestDatabase, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { deleteHistory } from "../history/delete-history.server.ts";
import { listHistory } from "../history/list-history.server.ts";
import { ListeningBatch } from "./listening-batch.server.ts";
import { removeExpiredPlayReceipts } from "./remove-expired-play-receipts.server.ts";
import { writeListening } from "./write-listening.server.ts";

withDatabase();

const minuteMs = 60_000;
const play = "play" as const;

async function countsOf(trackId: number) {
  const [track] = await db
    .select({ plays: tracks.playCount, impressions: tracks.impressionCount })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  return track;
}
const newTrack = async () => addTrack({ userId: (await addMember()).id });
const listeners = (count: number) => Array.from({ length: count }, (_, n) => `listener ${n}`);
const positions = async (userId: string) =>
  (await listHistory({ userId, limit: 100 })).entries.map(({ track, positionMs }) => [track.id, positionMs]);

test("a play counts again after 30 minutes, an impression after a day", async () => {
  const trackId = await newTrack();
  let at = Date.UTC(2030, 0, 1);
  const batch = new ListeningBatch({ now: () => new Date(at) });
  const seen = [];
  for (const afterMs of [0, 29 * minuteMs, minuteMs, 30 * minuteMs, 24 * 60 * minuteMs]) {
    at += afterMs;
    for (const kind of ["play", "impression"] as const)
      for (let times = 0; times < 2; times++) batch.addCount({ listener: "x", kind, id: trackId });
    expect(await batch.flush()).toBe(true);
    seen.push(await countsOf(trackId));
  }
  const numbers = [
    [1, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
  ];
  expect(seen).toEqual(numbers.map(([plays, impressions]) => ({ plays, impressions })));
});

test("each of many listeners in one second counts once, also in several processes", async () => {
  const trackIds = [await newTrack(), await newTrack(), await newTrack()];
  const batches = [new ListeningBatch(), new ListeningBatch()];
  for (const [n, listener] of listeners(1200).entries()) {
    for (const trackId of trackIds.slice(0, 1 + (n % 3))) {
      for (const batch of batches) {
        batch.addCount({ listener, kind: play, id: trackId });
        if (n < 600) batch.addCount({ listener, kind: "impression", id: trackId });
      }
    }
  }
  expect(await Promise.all(batches.map((batch) => batch.flush()))).toEqual([true, true]);
  expect(await Promise.all(trackIds.map(countsOf))).toEqual([
    { plays: 1200, impressions: 600 },
    { plays: 800, impressions: 400 },
    { plays: 400, impressions: 200 },
  ]);
});

test("a batch that is written again after a lost confirmation changes nothing", async () => {
  const trackId = await newTrack();
  const { id: userId } = await addMember();
  const now = new Date();
  const counts = listeners(20).map((listener) => ({ listener, kind: play, id: trackId }));
  const listened = [{ userId, trackId, positionMs: 500, at: now }];
  for (let time = 0; time < 3; time++)
    await writeListening({ counts, listened, now: new Date(now.getTime() + time) });
  expect(await countsOf(trackId)).toEqual({ plays: 20, impressions: 0 });
  expect(await positions(userId)).toEqual([[trackId, 500]]);
});

// PGlite is in memory: closed, it is gone.
test.skipIf(environment().DATABASE_URL === "pglite:")(
  "events that could not be written stay pending, and are written once with later ones",
  async () => {
    const trackId = await newTrack();
    const { id: userId } = await addMember();
    const batch = new ListeningBatch();
    batch.addCount({ listener: "a", kind: play, id: trackId });
    batch.addListening({ userId, trackId, positionMs: 1 });
    await closeDatabase();
    const failed = batch.flush();
    batch.addCount({ listener: "a", kind: play, id: trackId });
    batch.addCount({ listener: "b", kind: play, id: trackId });
    batch.addListening({ userId, trackId, positionMs: 2 });
    expect(await failed).toBe(false);
    expect(await batch.flush()).toBe(false);
    await batch.drain();
    expect(batch.size).toBe(3);
    await openTestDatabase();
    await batch.drain();
    expect(batch.size).toBe(0);
    expect(await countsOf(trackId)).toEqual({ plays: 2, impressions: 0 });
    expect(await positions(userId)).toEqual([[trackId, 2]]);
  },
);

test("an event that the database rejects does not block the others", async () => {
  const [trackId, second] = [await newTrack(), await newTrack()];
  const [viewer, friend] = [await addMember(), await addMember()];
  const batch = new ListeningBatch();
  for (const listener of listeners(5)) batch.addCount({ listener, kind: play, id: trackId });
  batch.addListening({ userId: viewer.id, trackId, positionMs: Number.NaN });
  for (const { id: userId } of [viewer, friend])
    batch.addListening({ userId, trackId: second, positionMs: 4 });
  expect(await batch.flush()).toBe(true);
  expect(batch.size).toBe(0);
  expect(await countsOf(trackId)).toEqual({ plays: 5, impressions: 0 });
  for (const { id } of [viewer, friend]) expect(await positions(id)).toEqual([[second, 4]]);
});

test("events that arrive while a batch is written are not lost at the end", async () => {
  const trackId = await newTrack();
  const batch = new ListeningBatch();
  for (const listener of listeners(600)) batch.addCount({ listener, kind: play, id: trackId });
  const writing = batch.flush();
  for (const listener of listeners(700)) batch.addCount({ listener, kind: play, id: trackId });
  const drained = batch.drain();
  batch.addCount({ listener: "the last", kind: play, id: trackId });
  await Promise.all([writing, drained]);
  expect(await countsOf(trackId)).toEqual({ plays: 701, impressions: 0 });
});

test("events beyond the maximum are dropped", () => {
  const batch = new ListeningBatch();
  for (const listener of listeners(50_100)) batch.addCount({ listener, kind: play, id: 2 ** 31 - 1 });
  expect(batch.size).toBe(50_000);
});

test("tracks and accounts that were deleted meanwhile do not affect other events", async () => {
  const [viewer, friend, author] = [await addMember(), await addMember(), await addMember()];
  const [deleted, existing] = [await addTrack({ userId: author.id }), await addTrack({ userId: author.id })];
  await deleteTrack({ viewer: author, trackId: deleted });
  await deleteAccount({ viewer });
  const now = new Date();
  await writeListening({
    counts: [deleted, existing].map((trackId) => ({ listener: "a", kind: play, id: trackId })),
    listened: [deleted, existing].flatMap((trackId) =>
      [viewer, friend].map(({ id: userId }) => ({ userId, trackId, positionMs: 9, at: now })),
    ),
    now,
  });
  expect(await countsOf(existing)).toEqual({ plays: 1, impressions: 0 });
  expect(await positions(friend.id)).toEqual([[existing, 9]]);
  expect(await db.$count(listeningHistory, eq(listeningHistory.userId, viewer.id))).toBe(0);
  expect(await db.$count(playReceipts, eq(playReceipts.trackId, deleted))).toBe(0);
});

test("the history has each track once, the latest first, in pages, without tracks that others hid", async () => {
  const [viewer, author] = [await addMember(), await addMember()];
  const trackIds: number[] = [];
  for (let n = 0; n < 6; n++)
    trackIds.push(await addTrack({ userId: n === 1 ? viewer.id : author.id, isVisible: n > 2 || n === 0 }));
  let at = Date.UTC(2030, 0, 1);
  // In any order of processes the later event wins.
  const batches = [
    new ListeningBatch({ now: () => new Date(at) }),
    new ListeningBatch({ now: () => new Date(at) }),
  ];
  for (const n of [0, 1, 2, 3, 4, 5, 0, 3]) {
    batches[n % 2]?.addListening({ userId: viewer.id, trackId: trackIds[n] ?? 0, positionMs: 100 + n });
    at += 1000;
  }
  for (const batch of batches.toReversed()) await batch.flush();
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listHistory({ userId: viewer.id, limit: 2, cursor });
    for (const { track, positionMs } of page.entries) seen.push(trackIds.indexOf(track.id), positionMs);
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual([3, 103, 0, 100, 5, 105, 4, 104, 1, 101]);
});

test("deleted history does not come back from a pending batch; later events stay", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const [first, second] = [await newTrack(), await newTrack()];
  let at = Date.now();
  const batches = [
    new ListeningBatch({ now: () => new Date(at) }),
    new ListeningBatch({ now: () => new Date(at) }),
  ];
  const listen = (batch: ListeningBatch | undefined, trackId: number) => {
    for (const { id: userId } of [viewer, other]) batch?.addListening({ userId, trackId, positionMs: 7 });
  };
  for (const batch of batches) for (const trackId of [first, second]) listen(batch, trackId);
  await batches[0]?.flush();
  await deleteHistory({ viewer, trackId: first, now: new Date(at) });
  await batches[1]?.flush();
  expect(await positions(viewer.id)).toEqual([[second, 7]]);

  listen(batches[0], second);
  await deleteHistory({ viewer, trackId: null, now: new Date(at) });
  await Promise.all([batches[0]?.flush(), deleteHistory({ viewer, trackId: null, now: new Date(at) })]);
  expect(await positions(viewer.id)).toEqual([]);
  expect(await positions(other.id)).toHaveLength(2);

  at += 1;
  listen(batches[0], first);
  await batches[0]?.flush();
  expect(await positions(viewer.id)).toEqual([[first, 7]]);
});

test("expired marks are removed, the others stay", async () => {
  const trackId = await newTrack();
  const now = Date.UTC(2031, 0, 1);
  const dayMs = 24 * 60 * minuteMs;
  const mark = (count: number, at: number) =>
    writeListening({
      counts: listeners(count).map((listener) => ({
        listener: `${at} ${listener}`,
        kind: "impression",
        id: trackId,
      })),
      listened: [],
      now: new Date(at),
    });
  await mark(2100, now - dayMs);
  await mark(50, now - dayMs + 1);
  await removeExpiredPlayReceipts(new Date(now));
  expect(await db.$count(playReceipts, eq(playReceipts.trackId, trackId))).toBe(50);
});
