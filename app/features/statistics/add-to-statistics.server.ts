import { sql } from "drizzle-orm";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Db } from "#db/client.ts";
import { dailyStatistics } from "#db/schema/index.ts";
import type { Counter, TimeBucket } from "./metrics.ts";

/**
 * Adds to the counters of the day of `at` within `tx`, the transaction of what is counted: it counts when that commits,
 * and once. Last in the order of locks, because everybody shares these rows: call it as late as possible.
 */
export async function addToStatistics(
  tx: Db,
  amounts: Partial<Record<Counter | TimeBucket, number>>,
  at: Date = new Date(),
): Promise<void> {
  const day = tokyoDay(at);
  // Sorted, so that transactions that add to the same counters wait for each other in one order.
  const rows = Object.entries(amounts)
    .map(([metric, value = 0]) => ({ day, metric, value }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => (a.metric < b.metric ? -1 : 1));
  if (rows.length === 0) return;
  await tx
    .insert(dailyStatistics)
    .values(rows)
    .onConflictDoUpdate({
      target: [dailyStatistics.day, dailyStatistics.metric],
      set: { value: sql`${dailyStatistics.value} + excluded.value` },
    });
}
