import { and, eq, gt, sql } from "drizzle-orm";
import { LimitReached } from "#app/features/domain-error.ts";
import { dailyGenerationLimits } from "#app/features/premium/premium.ts";
import { secondsUntilTokyoMidnight, tokyoDay } from "#app/lib/tokyo-day.ts";
import { type Db, primary } from "#db/client.ts";
import { dailyUsage } from "#db/schema/index.ts";
import type { DailyUsageStatus } from "../creation-page.ts";

/** Today's generations of the member. Days begin at midnight in Asia/Tokyo. */
export async function getDailyUsage(
  viewer: { id: string; isPremium: boolean },
  now: Date = new Date(),
): Promise<DailyUsageStatus> {
  const [row] = await primary
    .select({ count: dailyUsage.count })
    .from(dailyUsage)
    .where(and(eq(dailyUsage.userId, viewer.id), eq(dailyUsage.day, tokyoDay(now))));
  const dailyLimit = dailyLimitOf(viewer);
  const currentCount = row?.count ?? 0;
  return {
    currentCount,
    dailyLimit,
    remaining: Math.max(0, dailyLimit - currentCount),
    isPremium: viewer.isPremium,
  };
}

/** Throws `LimitReached` if none is left. Consumes none. */
export async function requireDailyUsage(viewer: { id: string; isPremium: boolean }): Promise<void> {
  const { remaining } = await getDailyUsage(viewer);
  if (remaining === 0) throw limitReached(viewer, new Date());
}

/**
 * Consumes one within `tx`; returns the day, for `refundDailyUsage`. One conditional statement: concurrent requests never share
 * the last. Throws `LimitReached`.
 */
export async function consumeDailyUsage(
  tx: Db,
  viewer: { id: string; isPremium: boolean },
  now: Date = new Date(),
): Promise<string> {
  const day = tokyoDay(now);
  const consumed = await tx
    .insert(dailyUsage)
    .values({ userId: viewer.id, day, count: 1 })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.day],
      set: { count: sql`${dailyUsage.count} + 1` },
      setWhere: sql`${dailyUsage.count} < ${dailyLimitOf(viewer)}`,
    })
    .returning({ count: dailyUsage.count });
  if (consumed.length === 0) throw limitReached(viewer, now);
  return day;
}

/** Refunds to the day of consumption; the count never falls below 0. */
export async function refundDailyUsage(tx: Db, usage: { userId: string; day: string }): Promise<void> {
  await tx
    .update(dailyUsage)
    .set({ count: sql`${dailyUsage.count} - 1` })
    .where(and(eq(dailyUsage.userId, usage.userId), eq(dailyUsage.day, usage.day), gt(dailyUsage.count, 0)));
}

function dailyLimitOf(viewer: { isPremium: boolean }): number {
  return viewer.isPremium ? dailyGenerationLimits.premium : dailyGenerationLimits.free;
}

/** The day's generations are used up. */
export class DailyLimitReached extends LimitReached {}

function limitReached(viewer: { isPremium: boolean }, now: Date): DailyLimitReached {
  const plan = viewer.isPremium ? "プレミアムプラン" : "無料プラン";
  return new DailyLimitReached(
    `今日の投稿上限に達しました。${plan}では1日${dailyLimitOf(viewer)}回まで投稿できます。明日リセットされます。`,
    secondsUntilTokyoMidnight(now),
  );
}
