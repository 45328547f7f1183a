import { expect, test } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { consumeDailyUsage, getDailyUsage, refundDailyUsage } from "./daily-usage.server.ts";

withDatabase();

test("three generations a day for free members, ten for premium, from midnight in Tokyo", async () => {
  const evening = new Date("2026-11-20T14:59:59Z");
  const afterMidnight = new Date("2026-11-20T15:00:00Z");
  for (const [isPremium, limit] of [
    [false, 3],
    [true, 10],
  ] as const) {
    const viewer = await addMember({ isPremium });
    for (let use = 0; use < limit; use++) await write((tx) => consumeDailyUsage(tx, viewer, evening));
    await expect(write((tx) => consumeDailyUsage(tx, viewer, evening))).rejects.toThrow(LimitReached);
    expect(await getDailyUsage(viewer, evening)).toEqual({
      currentCount: limit,
      dailyLimit: limit,
      remaining: 0,
      isPremium,
    });
    expect((await getDailyUsage(viewer, afterMidnight)).remaining).toBe(limit);
    expect(await write((tx) => consumeDailyUsage(tx, viewer, afterMidnight))).toBe("2026-11-21");
  }
});

test("one of fifty concurrent requests gets the last generation", async () => {
  const viewer = await addMember();
  await write((tx) => consumeDailyUsage(tx, viewer));
  await write((tx) => consumeDailyUsage(tx, viewer));
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => write((tx) => consumeDailyUsage(tx, viewer))),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await getDailyUsage(viewer)).currentCount).toBe(3);
});

test("a refund never makes the count negative", async () => {
  const viewer = await addMember();
  const day = await write((tx) => consumeDailyUsage(tx, viewer));
  await write((tx) => refundDailyUsage(tx, { userId: viewer.id, day }));
  await write((tx) => refundDailyUsage(tx, { userId: viewer.id, day }));
  expect((await getDailyUsage(viewer)).currentCount).toBe(0);
});

test("a rolled-back transaction consumes nothing", async () => {
  const viewer = await addMember();
  await expect(
    write(async (tx) => {
      await consumeDailyUsage(tx, viewer);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect((await getDailyUsage(viewer)).currentCount).toBe(0);
});
