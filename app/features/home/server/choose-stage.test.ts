import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { featureTrack, unfeatureTrack } from "#app/features/tracks/moderation/feature-track.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { db, write } from "#db/client.ts";
import { auditLog, follows, listeningHistory, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { loadFirstPage } from "./load-home.server.ts";

withDatabase();

const hourMs = 60 * 60_000;
const now = Date.now();
const hoursAgo = (hours: number) => new Date(now - hours * hourMs);
/** Each look comes after what the one before has remembered. */
let looks = 0;
const visit = (viewer: Viewer | null, requestedId: number | null = null) =>
  loadFirstPage({ viewer, requestedId, now: new Date(now + 120_000 * looks++) });
const stageOf = async (viewer: Viewer | null, requestedId: number | null = null) =>
  (await visit(viewer, requestedId)).stage?.track.id ?? null;
const change = (id: number, values: Partial<typeof tracks.$inferInsert>) =>
  write((tx) => tx.update(tracks).set(values).where(eq(tracks.id, id)).returning({ id: tracks.id }));
const listen = (viewer: Viewer, trackId: number, positionMs: number, listenedAt = new Date(now)) =>
  write((tx) => tx.insert(listeningHistory).values({ userId: viewer.id, trackId, positionMs, listenedAt }));

test("今夜の一本 is the most saved of the week by an author with three reviewed tracks, never a new author's, else an official track", async () => {
  const [viewer, established, fresh] = [await addMember(), await addMember(), await addMember()];
  const newest = await addTrack({ userId: fresh.id, uploadedAt: hoursAgo(0) });
  expect(await stageOf(viewer)).toBeNull();
  // Of no weight: how often a new author's track is saved.
  await change(newest, { likeCount: 50 });
  expect(await stageOf(viewer)).toBeNull();
  const old = [
    await addTrack({ userId: established.id, uploadedAt: hoursAgo(900) }),
    await addTrack({ userId: established.id, uploadedAt: hoursAgo(800) }),
  ];
  const hidden = await addTrack({ userId: established.id, uploadedAt: hoursAgo(700), isVisible: false });
  const recent = await addTrack({ userId: established.id, uploadedAt: hoursAgo(1) });
  expect(await stageOf(viewer)).toBeNull();
  await change(hidden, { isVisible: true });
  // Three tracks are older than a day: equally saved, the newest.
  expect(await stageOf(viewer)).toBe(recent);
  await change(old[0] ?? 0, { bookmarkCount: 2 });
  expect(await stageOf(viewer)).toBe(old[0]);
  expect(await stageOf(viewer, newest)).toBe(newest);

  await write((tx) => addOfficialAccount(tx));
  const official = await addTrack({ userId: officialAccount.id, uploadedAt: hoursAgo(500) });
  expect(await stageOf(viewer)).toBe(official);
  // Kept this week, but nobody has looked at its author's tracks.
  await change(recent, { likeCount: 1 });
  expect(await stageOf(viewer)).toBe(official);
  for (const id of [...old, hidden]) await change(id, { reviewedAt: hoursAgo(2) });
  expect(await stageOf(viewer)).toBe(recent);
  expect(await stageOf(null)).toBe(recent);
  // The setting's track is first for visitors.
  const specified = await addTrack({ id: 74, userId: officialAccount.id, uploadedAt: hoursAgo(600) });
  expect([await stageOf(null), await stageOf(viewer)]).toEqual([specified, recent]);
  await change(specified, { isVisible: false });
  expect(await stageOf(null)).toBe(recent);
  // A member's track with that number is nobody's first.
  await change(specified, { isVisible: true, userId: fresh.id });
  expect(await stageOf(null)).toBe(recent);
});

test("the operator chooses 今夜の一本 until it is undone, or for a day; what is taken down falls away; all is in the audit log", async () => {
  const [viewer, author] = [await addMember(), await addMember()];
  const [always, oneDay, hidden] = [
    await addTrack({ userId: author.id, uploadedAt: hoursAgo(300) }),
    await addTrack({ userId: author.id, uploadedAt: hoursAgo(300) }),
    await addTrack({ userId: author.id, isVisible: false }),
  ];
  const before = await stageOf(viewer);
  expect(before).not.toBe(always);
  await featureTrack({ actor, trackId: always, day: null });
  expect(await stageOf(viewer)).toBe(always);
  expect((await visit(viewer)).stage?.title).toBe("今夜の一本");
  await featureTrack({ actor, trackId: oneDay, day: tokyoDay(new Date(now + 48 * hourMs)) });
  expect(await stageOf(viewer)).toBe(always);
  const thatDay = { viewer, requestedId: null, now: new Date(now + 48 * hourMs) };
  expect((await loadFirstPage(thatDay)).stage?.track.id).toBe(oneDay);
  expect((await loadFirstPage({ ...thatDay, now: new Date(now + 72 * hourMs) })).stage?.track.id).toBe(
    always,
  );
  await expect(featureTrack({ actor, trackId: hidden, day: null })).rejects.toThrow(Conflict);
  await expect(featureTrack({ actor, trackId: always, day: "2020-01-01" })).rejects.toThrow(Conflict);
  await takeDownTrack({ actor, trackId: oneDay, reason: null });
  expect((await loadFirstPage(thatDay)).stage?.track.id).toBe(always);
  await unfeatureTrack({ actor, trackId: always });
  expect(await stageOf(viewer)).toBe(before);
  const log = await db.select().from(auditLog).where(eq(auditLog.action, "track.feature"));
  expect(log.map(({ targetId, after }) => [targetId, after?.isFeatured])).toEqual([
    [String(always), true],
    [String(oneDay), true],
    [String(always), false],
  ]);
});

test("a member's stage is what they left half heard last; what else they did, and new tracks of followed members, come next, each once", async () => {
  const [viewer, followed, other] = [await addMember(), await addMember(), await addMember()];
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push(await addTrack({ userId: other.id, uploadedAt: hoursAgo(400) }));
  const [ended = 0, older = 0, newer = 0, taken = 0] = ids;
  await listen(viewer, older, 5000, hoursAgo(3));
  await listen(viewer, newer, 6000, hoursAgo(2));
  // Heard to its end, hardly begun, and not public any more.
  await listen(viewer, ended, 12_345, hoursAgo(1));
  await listen(viewer, taken, 6000, hoursAgo(0));
  await takeDownTrack({ actor, trackId: taken, reason: null });
  await write((tx) =>
    tx.insert(follows).values({ followerId: viewer.id, followingId: followed.id, createdAt: new Date() }),
  );
  const fresh = await addTrack({ userId: followed.id, uploadedAt: hoursAgo(1) });
  await addTrack({ userId: followed.id, uploadedAt: hoursAgo(24 * 15) });
  await addTrack({ userId: followed.id, isVisible: false });
  const { stage, resumed, parts, tracks: newest } = await visit(viewer);
  expect([stage?.track.id, stage?.title, stage?.track.from]).toEqual([newer, "つづき", 6]);
  expect(resumed?.tracks.map(({ id }) => id)).toEqual([older]);
  expect(resumed?.tracks[0]).toMatchObject({ from: 5, note: "のこり 0:07" });
  expect(parts.map(({ name, tracks: listed }) => [name, listed.map(({ id }) => id)])).toEqual([
    ["フォロー中の新着", [fresh]],
  ]);
  for (const shown of [newer, older, fresh]) expect(newest.map(({ id }) => id)).not.toContain(shown);
  // Nobody else's history changes anything.
  expect((await visit(other)).stage?.title).toBe("今夜の一本");
  expect(await visit(other)).toMatchObject({ resumed: null, parts: [] });
});

test("no two rows of 新着 are by one author, where others have posted; visitors get おすすめ of what is not on the page", async () => {
  const [one, two] = [await addMember(), await addMember()];
  for (let n = 0; n < 12; n++) await addTrack({ userId: n % 6 < 3 ? one.id : two.id });
  const { tracks: newest, parts } = await visit(null);
  const authors = newest.slice(0, 10).map(({ posterPath }) => posterPath);
  expect(authors.filter((path, index) => path === authors[index - 1])).toEqual([]);
  expect(parts.map(({ name }) => name)).toEqual(["おすすめ"]);
  const listed = newest.map(({ id }) => id);
  expect(parts[0]?.tracks.filter(({ id }) => listed.includes(id))).toEqual([]);
  expect(parts[0]?.tracks.length).toBe(4);
});
