import { expect, test } from "vitest";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { db } from "#db/client.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { randomFrom } from "#test/random.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { rankTracks, recommendedCount, recommendTracks, scoreOf } from "./recommend-tracks.server.ts";

// isolated: a process keeps the ranking
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 21, 3);

test("the score follows the formula", () => {
  const counts = { playCount: 10, likeCount: 3, impressionCount: 8 };
  const score = (id: number, ageDays: number) =>
    scoreOf({ id, ...counts, uploadedAt: new Date(now - ageDays * dayMs) }, now);
  expect(score(100, 30)).toBeCloseTo(20 * Math.exp(-1), 10);
  // 7 · 73 = 511.
  expect(score(7, 60)).toBeCloseTo(20 * Math.exp(-2) + 1.1, 10);
  for (const young of [0.5, 0, -3]) expect(score(7, young)).toBe(score(7, 1));
});

/** Ranks every public track by the formula: ids of the first `count` at a time. */
async function bruteForce(): Promise<(at: number, count: number) => number[]> {
  const rows = await db.query.tracks.findMany();
  const approved = new Set(
    (await db.query.users.findMany()).filter(({ state }) => state === "approved").map(({ id }) => id),
  );
  const shown = rows.filter(({ isVisible, userId }) => isVisible && approved.has(userId));
  return (at, count) =>
    shown
      .map((row) => ({ id: row.id, score: scoreOf(row, at) }))
      .sort((a, b) => b.score - a.score || b.id - a.id)
      .slice(0, count)
      .map(({ id }) => id);
}

test("the ranking from the index equals the formula's, for any counts and ages, on any day", async () => {
  const { id: userId } = await addMember();
  const denied = await addMember();
  const random = randomFrom(4);
  /** Ages and counts of each round. */
  const rounds = [
    { count: 10, ageDays: () => 400 * random(), plays: () => 0 },
    { count: 60, ageDays: () => 60 * random(), plays: () => Math.floor(20 * random()) },
    { count: 70, ageDays: () => 3 * random(), plays: () => Math.floor(5000 * random() ** 8) },
    { count: 70, ageDays: () => random(), plays: () => Math.floor(900 * random()) },
    { count: 70, ageDays: () => 2000 * random(), plays: () => Math.floor(1e6 * random() ** 20) },
  ];
  for (const round of rounds) {
    for (let n = 0; n < round.count; n++) {
      const plays = round.plays();
      const id = await addTrack({
        userId: random() < 0.1 ? denied.id : userId,
        isVisible: random() < 0.9,
        uploadedAt: new Date(now - round.ageDays() * dayMs),
      });
      const change = { playCount: plays, likeCount: Math.floor(plays / 9), impressionCount: plays * 3 };
      await updateTrack(id, change);
    }
    if (round.count === 60) await denyAccount({ actor: operatorActor, userId: denied.id });
    const first = await bruteForce();
    for (const days of [0, 0.7, 365]) {
      for (const count of [3, 20, 40]) {
        const at = now + days * dayMs;
        expect(await rankTracks({ audience: "visitors", now: at, count })).toEqual(first(at, count));
      }
    }
  }
});

test("a class full of young, popular tracks is read as far as necessary", async () => {
  const { id: userId } = await addMember();
  const random = randomFrom(8);
  for (let n = 1; n <= 60; n++) {
    const uploadedAt = new Date(now - random() * dayMs);
    // Every hundredth id is of one class.
    const id = await addTrack({ id: 1_000_007 + 100 * n, userId, uploadedAt });
    const playCount = 2_000_000 + Math.floor(random() * 10_000);
    await updateTrack(id, { playCount });
  }
  const first = await bruteForce();
  for (const count of [20, 40])
    expect(await rankTracks({ audience: "visitors", now, count })).toEqual(first(now, count));
});

test("a ranking is cached for a minute, without the tracks that are deleted or hidden meanwhile", async () => {
  const later = now + 10 * dayMs;
  const ids = async (at: number) => (await recommendTracks({ viewer: null, now: at })).map(({ id }) => id);
  const before = await ids(later);
  expect(before).toHaveLength(recommendedCount);
  const { id: userId } = await addMember();
  const star = await addTrack({ userId, uploadedAt: new Date(later) });
  await updateTrack(star, { playCount: 9_000_000 });
  expect(await ids(later + 59_000)).toEqual(before);
  expect((await ids(later + 60_000))[0]).toBe(star);
  await denyAccount({ actor: operatorActor, userId });
  const without = await ids(later + 61_000);
  expect(without).toEqual(before);
  await approveAccount({ actor: operatorActor, userId });
  expect((await ids(later + 62_000))[0]).toBe(star);
  const [, second = 0] = await ids(later + 62_000);
  await updateTrack(second, { isVisible: false });
  expect(await ids(later + 63_000)).not.toContain(second);
  expect(await ids(later + 63_000)).toHaveLength(recommendedCount);
});
