import { and, eq, gt, sql } from "drizzle-orm";
import type { z } from "zod";
import { LimitReached } from "#app/features/domain-error.ts";
import { secondsUntilTokyoMidnight, tokyoDay } from "#app/lib/tokyo-day.ts";
import { type Db, primary } from "#db/client.ts";
import { dailyUsage } from "#db/schema/index.ts";
import { dailyLimits } from "../daily-limits.ts";
import type { postingStatusReply } from "../tasks.schema.ts";

export type PostingStatus = z.infer<typeof postingStatusReply>;

/** How much of today's (Asia/Tokyo) generations the member has used. */
export async function getPostingStatus(
  viewer: { id: string; isPremium: boolean },
  now: Date = new Date(),
): Promise<PostingStatus> {
  const [row] = await primary
    .select({ count: dailyUsage.count })
    .from(dailyUsage)
    .where(and(eq(dailyUsage.userId, viewer.id), eq(dailyUsage.day, tokyoDay(now))));
  const dailyLimit = limitOf(viewer);
  const currentCount = row?.count ?? 0;
  return {
    currentCount,
    dailyLimit,
    remaining: Math.max(0, dailyLimit - currentCount),
    isPremium: viewer.isPremium,
  };
}

/** Throws `LimitReached` when today's generations are used up; takes none. */
export async function requireDailyUse(viewer: { id: string; isPremium: boolean }): Promise<void> {
  const { remaining } = await getPostingStatus(viewer);
  if (remaining === 0) throw dailyLimitReached(viewer, new Date());
}

/**
 * Takes one daily use inside `tx` and returns the day it was taken from. One conditional statement, so
 * that racing requests never share the last use. Throws `LimitReached`.
 */
export async function takeDailyUse(
  tx: Db,
  viewer: { id: string; isPremium: boolean },
  now: Date = new Date(),
): Promise<string> {
  const day = tokyoDay(now);
  const taken = await tx
    .insert(dailyUsage)
    .values({ userId: viewer.id, day, count: 1 })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.day],
      set: { count: sql`${dailyUsage.count} + 1` },
      setWhere: sql`${dailyUsage.count} < ${limitOf(viewer)}`,
    })
    .returning({ count: dailyUsage.count });
  if (taken.length === 0) throw dailyLimitReached(viewer, now);
  return day;
}

/** Gives a use back to the day it was taken from. */
export async function returnDailyUse(tx: Db, use: { userId: string; day: string }): Promise<void> {
  await tx
    .update(dailyUsage)
    .set({ count: sql`${dailyUsage.count} - 1` })
    .where(and(eq(dailyUsage.userId, use.userId), eq(dailyUsage.day, use.day), gt(dailyUsage.count, 0)))
    .returning({ count: dailyUsage.count });
}

function limitOf(viewer: { isPremium: boolean }): number {
  return viewer.isPremium ? dailyLimits.premium : dailyLimits.free;
}

function dailyLimitReached(viewer: { isPremium: boolean }, now: Date): LimitReached {
  const plan = viewer.isPremium ? "プレミアムプラン" : "無料プラン";
  return new LimitReached(
    `今日の投稿上限に達しました。${plan}では1日${limitOf(viewer)}回まで投稿できます。明日リセットされます。`,
    secondsUntilTokyoMidnight(now),
  );
}
