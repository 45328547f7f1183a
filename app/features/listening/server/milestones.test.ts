import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { removeOldNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { write } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { randomFrom } from "#test/random.ts";
import { notificationsOf } from "#test/received-notifications.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { ListeningBatch } from "./listening-batch.server.ts";
import { writeListening } from "./write-listening.server.ts";

withDatabase();

/** A track with `playCount` plays, and its author. */
async function played(playCount: number) {
  const author = await addMember();
  const trackId = await addTrack({ userId: author.id });
  await updateTrack(trackId, { playCount });
  return { author, trackId };
}

let listeners = 0;
const plays = (count: number, trackId: number) =>
  Array.from({ length: count }, () => ({
    listener: `listener ${listeners++}`,
    kind: "play" as const,
    id: trackId,
  }));
const typesOf = async (author: { id: string }) => (await notificationsOf(author)).map(({ type }) => type);

test("a milestone is notified when it is reached, not before and not again", async () => {
  const { author, trackId } = await played(98);
  const now = new Date();
  const play = (count: number) => writeListening({ counts: plays(count, trackId), listened: [], now });
  await play(1);
  expect(await notificationsOf(author)).toEqual([]);
  await play(1);
  const told = [{ type: "milestone_100", trackId, isRead: false }];
  expect(await notificationsOf(author)).toEqual(told);
  await play(1);
  await play(200);
  expect(await notificationsOf(author)).toEqual(told);
});

test.each([
  [99, 401, ["milestone_100", "milestone_500"]],
  [499, 2, ["milestone_500"]],
  [500, 500, ["milestone_1000"]],
  [0, 1200, ["milestone_100", "milestone_500", "milestone_1000"]],
  [4990, 10, ["milestone_5000"]],
  [9999, 1, ["milestone_10000"]],
  [10_000, 100, []],
])("after %i plays %i more in one batch notify %j", async (before, more, types) => {
  const { author, trackId } = await played(before);
  await writeListening({ counts: plays(more, trackId), listened: [], now: new Date() });
  expect(await typesOf(author)).toEqual(types);
});

test("impressions and plays that do not count do not reach a milestone", async () => {
  const { author, trackId } = await played(99);
  const now = new Date();
  const counts = plays(1, trackId).map((play) => ({ ...play, kind: "impression" as const }));
  await writeListening({ counts, listened: [], now });
  expect(await notificationsOf(author)).toEqual([]);
  const batch = { counts: plays(1, trackId), listened: [], now };
  await writeListening(batch);
  await write((tx) => tx.delete(notifications).where(eq(notifications.userId, author.id)));
  // As after a lost confirmation of the commit: the marks exist.
  await writeListening(batch);
  expect(await notificationsOf(author)).toEqual([]);
});

test("twenty concurrent batches notify each milestone once, for each of several tracks", async () => {
  const made = await Promise.all([95, 90, 499, 490, 999].map(played));
  const batches = Array.from({ length: 20 }, () => new ListeningBatch());
  const random = randomFrom(1);
  for (const batch of batches) {
    // Each in another order.
    const shuffled = made.map(({ trackId }) => ({ trackId, place: random() }));
    for (const { trackId } of shuffled.toSorted((a, b) => a.place - b.place)) {
      for (const play of plays(1, trackId)) batch.addCount(play);
    }
  }
  expect(await Promise.all(batches.map((batch) => batch.flush()))).not.toContain(false);
  const told = [];
  for (const { author } of made) told.push(await typesOf(author));
  expect(told).toEqual([
    ["milestone_100"],
    ["milestone_100"],
    ["milestone_500"],
    ["milestone_500"],
    ["milestone_1000"],
  ]);
});

test("a milestone that was notified half a year ago is not notified again", async () => {
  const { author, trackId } = await played(99);
  const [now, later] = [new Date(), new Date(Date.now() + 181 * 24 * 60 * 60 * 1000)];
  await writeListening({ counts: plays(1, trackId), listened: [], now });
  expect(await typesOf(author)).toEqual(["milestone_100"]);
  await removeOldNotifications(later);
  await writeListening({ counts: plays(50, trackId), listened: [], now: later });
  expect(await notificationsOf(author)).toEqual([]);
});
