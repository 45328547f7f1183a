import { sql } from "drizzle-orm";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Db } from "#db/client.ts";
import { dailyStatistics } from "#db/schema/index.ts";
import type { Counter, TimeBucket } from "./metrics.ts";

/** Counts with the commit of `tx`. Call it as late as possible: everybody shares these rows, last in the order of locks. */
export async function addToStatistics(
  tx: Db,
  amounts: Partial<Record<Counter | TimeBucket, number>>,
  at: Date = new Date(),
): Promise<void> {
  const day = tokyoDay(at);
  // Prevents deadlocks: transactions wait for the same counters in one order.
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
