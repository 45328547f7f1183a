import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { writeListening } from "#app/features/listening/server/write-listening.server.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { addDays, tokyoDayRange } from "#app/lib/tokyo-day.ts";
import { db, write } from "#db/client.ts";
import { dailyStatistics, renditions, settings, users } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { expectIndexes } from "#test/databases/query-plan.ts";
import { addTrack } from "#test/tracks.ts";
import { addToStatistics } from "./add-to-statistics.server.ts";
import { backfillStatistics, isBackfilled } from "./backfill-statistics.server.ts";
import type { Metric } from "./metrics.ts";
import { quantileOf, timeBucket } from "./metrics.ts";
import { recordLevels } from "./record-levels.server.ts";

withDatabase();

beforeEach(() =>
  write(async (tx) => {
    await tx.delete(dailyStatistics);
    await tx.delete(users).where(sql`provider <> 'system'`);
  }),
);

const now = new Date("2026-11-22T03:00:00Z");
const today = "2026-11-22";

async function read(metric: Metric, day = today): Promise<number | undefined> {
  const rows = await db.select().from(dailyStatistics).where(eq(dailyStatistics.day, day));
  return rows.find((row) => row.metric === metric)?.value;
}

test("what is counted belongs to the day in Tokyo, and counts only if its transaction commits", async () => {
  await write((tx) =>
    addToStatistics(tx, { plays: 2, listening_seconds: 1.5 }, new Date("2026-11-21T14:59:59Z")),
  );
  await write((tx) => addToStatistics(tx, { plays: 3, members_joined: 0 }, new Date("2026-11-21T15:00:00Z")));
  await write(async (tx) => {
    await addToStatistics(tx, { plays: 100 }, now);
    throw new Error("refused");
  }).catch(() => {});
  expect(await read("plays", "2026-11-21")).toBe(2);
  expect(await read("listening_seconds", "2026-11-21")).toBe(1.5);
  expect(await read("plays")).toBe(3);
  expect(await read("members_joined")).toBeUndefined();
});

test("transactions at once lose nothing", async () => {
  await Promise.all(
    Array.from({ length: 20 }, () =>
      write((tx) => addToStatistics(tx, { plays: 1, tracks_published: 2 }, now)),
    ),
  );
  expect(await read("plays")).toBe(20);
  expect(await read("tracks_published")).toBe(40);
});

test("a batch of listening that is written again counts once", async () => {
  const [author, listener] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id });
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const batch = (seconds: number, positionMs: number) => ({
    counts: [
      { listener: "a", kind: "play" as const, id: trackId },
      { listener: "a", kind: "impression" as const, id: trackId },
    ],
    listened: [{ userId: listener.id, trackId, positionMs, at: at(seconds) }],
    now: at(seconds),
  });
  for (const again of [batch(0, 3000), batch(0, 3000), batch(8, 11_000), batch(8, 11_000)])
    await writeListening(again);
  expect(await read("plays")).toBe(1);
  expect(await read("listening_seconds")).toBe(11);
  // A jump forward is no listening beyond what the time allows, one back begins anew.
  await writeListening(batch(9, 100_000));
  expect(await read("listening_seconds")).toBe(13);
  await writeListening(batch(60, 5000));
  expect(await read("listening_seconds")).toBe(18);
});

test("members and their premium are counted as they come and go", async () => {
  // At midnight in Tokyo a part would count for the next day.
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  const [first, second, third] = [await addMember(), await addMember(), await addMember()];
  await addMember({ state: "pending" });
  await grantPremium({ actor: operatorActor, userId: first.id, days: 30 });
  await grantPremium({ actor: operatorActor, userId: second.id, days: 30 });
  await grantPremium({ actor: operatorActor, userId: second.id, days: 60 });
  await recordLevels();
  expect(await read("members_total")).toBe(3);
  expect(await read("premium_active")).toBe(2);
  expect(await read("premium_started")).toBe(2);

  await grantPremium({ actor: operatorActor, userId: first.id, days: 0 });
  await denyAccount({ actor: operatorActor, userId: third.id });
  await denyAccount({ actor: operatorActor, userId: third.id });
  await deleteAccount({ viewer: second });
  await recordLevels();
  expect(await read("members_total")).toBe(1);
  expect(await read("members_denied")).toBe(1);
  expect(await read("members_deleted")).toBe(1);
  expect(await read("premium_active")).toBe(0);
  // The grant's end is today; the deleted account's premium has no end any more.
  expect((await read("premium_expired")) ?? 0).toBe(1);
  expect(await read("premium_revoked")).toBe(1);
});

test("premium that nobody renewed is counted on the day of its end, unless it is renewed by the next", async () => {
  const setEnd = (id: string, premiumEndDate: Date) =>
    write((tx) =>
      tx.update(users).set({ premiumEndDate }).where(eq(users.id, id)).returning({ id: users.id }),
    );
  const [one, other] = [await addMember(), await addMember()];
  const { start } = tokyoDayRange(today);
  await setEnd(one.id, start);
  await setEnd(other.id, new Date(start.getTime() - 1));
  await recordLevels(now);
  expect(await read("premium_expired")).toBe(1);
  expect(await read("premium_expired", "2026-11-21")).toBe(1);
  await setEnd(other.id, new Date("2027-01-01"));
  await recordLevels(now);
  expect(await read("premium_expired", "2026-11-21")).toBe(0);
  expect(await read("premium_active")).toBe(1);
});

test("the audio of all tracks is added up once a day", async () => {
  const { id: userId } = await addMember();
  const ids = [await addTrack({ userId }), await addTrack({ userId })];
  const add = (trackId: number, kbps: number) =>
    write((tx) =>
      tx.insert(renditions).values({
        trackId,
        kbps,
        storageKey: `${trackId}-${kbps}.mp3`,
        bytes: 2_000_000_000,
        sha256: "",
        createdAt: now,
      }),
    );
  for (const id of ids) await add(id, 64);
  await recordLevels(now);
  expect(await read("storage_bytes")).toBe(4_000_000_000);
  for (const id of ids) await add(id, 128);
  await recordLevels(now);
  expect(await read("storage_bytes")).toBe(4_000_000_000);
  await recordLevels(new Date(now.getTime() + 24 * 60 * 60 * 1000));
  expect(await read("storage_bytes", "2026-11-23")).toBe(8_000_000_000);
});

test("an existing installation gets the days before, once, and what is counted meanwhile stays", async () => {
  await write((tx) => tx.delete(settings).where(eq(settings.key, "statistics_backfill")));
  const joinedOn = async (day: string) => {
    const member = await addMember();
    const { start: createdAt } = tokyoDayRange(day);
    await updateUser(member.id, { createdAt });
    return member.id;
  };
  const old = await joinedOn(addDays(today, -70));
  await joinedOn(addDays(today, -40));
  await joinedOn(addDays(today, -40));
  await joinedOn(today);
  const { start } = tokyoDayRange(addDays(today, -40));
  await addTrack({ userId: old, uploadedAt: start });
  await addTrack({ userId: old, uploadedAt: new Date(start.getTime() - 1), isVisible: false });
  await write((tx) => addToStatistics(tx, { members_joined: 1 }, now));

  await recordLevels(now);
  await backfillStatistics(now);
  expect(await isBackfilled()).toBe(false);
  // A crash between two runs, and a day in between.
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  await write((tx) => addToStatistics(tx, { members_joined: 5 }, tomorrow));
  await backfillStatistics(tomorrow);
  await backfillStatistics(tomorrow);
  expect(await isBackfilled()).toBe(true);
  await backfillStatistics(tomorrow);

  expect(await read("members_joined")).toBe(1);
  expect(await read("members_joined", "2026-11-23")).toBe(5);
  expect(await read("members_joined", addDays(today, -40))).toBe(2);
  expect(await read("members_joined", addDays(today, -70))).toBe(1);
  expect(await read("members_joined", addDays(today, -71))).toBeUndefined();
  expect(await read("tracks_published", addDays(today, -40))).toBe(1);
  expect(await read("tracks_published", addDays(today, -41))).toBe(1);
  expect(await read("members_total")).toBe(4);
  expect(await read("members_total", addDays(today, -1))).toBe(3);
  expect(await read("members_total", addDays(today, -41))).toBe(1);
});

test("95 of 100 times are within the limit that the buckets give, which is at most a fifth too long", () => {
  const counts = new Map<string, number>();
  for (let seconds = 1; seconds <= 100; seconds++) {
    const bucket = timeBucket(seconds);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const limit = quantileOf(counts, 0.95) ?? 0;
  expect(limit).toBeGreaterThanOrEqual(95);
  expect(limit).toBeLessThan(95 * 1.19);
  expect(quantileOf(new Map([["plays", 3]]), 0.95)).toBeNull();
  expect(timeBucket(1e9)).toBe(timeBucket(1e10));
});

test("members are counted by indexes", () =>
  expectIndexes(
    async () => {
      await recordLevels(now);
      await backfillStatistics(now);
    },
    { of: /count\(\*\).* from "users"/, count: 5 },
  ));
