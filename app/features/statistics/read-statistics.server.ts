import { and, asc, desc, eq, gte, lt, lte, sql } from "drizzle-orm";
import { addDays, daysBetween } from "#app/lib/tokyo-day.ts";
import { db } from "#db/client.ts";
import { dailyStatistics } from "#db/schema/index.ts";
import { counters, type Level, type Metric, quantileOf } from "./metrics.ts";

/** By metric; absent where nothing was counted or recorded. */
type Values = ReadonlyMap<string, number>;

export type Statistics = Awaited<ReturnType<typeof readStatistics>>;

/** `lastDay`: YYYY-MM-DD. Also reads the period before, for comparison. */
export async function readStatistics({ lastDay, length }: { lastDay: string; length: number }) {
  const firstDay = addDays(lastDay, 1 - length);
  const { day, metric, value } = dailyStatistics;
  const [rows, previous, first, complete] = await Promise.all([
    db
      .select()
      .from(dailyStatistics)
      .where(and(gte(day, firstDay), lte(day, lastDay))),
    db
      .select({ metric, sum: sql<number>`sum(${value})` })
      .from(dailyStatistics)
      .where(and(gte(day, addDays(firstDay, -length)), lt(day, firstDay)))
      .groupBy(metric),
    db.select({ day }).from(dailyStatistics).orderBy(asc(day), asc(metric)).limit(1),
    // Sizes are not filled in for earlier days.
    db
      .select({ day })
      .from(dailyStatistics)
      .where(eq(metric, "storage_bytes"))
      .orderBy(asc(day), asc(metric))
      .limit(1),
  ]);
  const byDay = Map.groupBy(rows, (row) => row.day);
  return {
    days: daysBetween(firstDay, lastDay).map((of) => ({
      day: of,
      values: new Map((byDay.get(of) ?? []).map((row) => [row.metric, row.value])),
    })),
    /** The sums of the period before, of the same length. */
    previous: new Map(previous.map((row) => [row.metric, Number(row.sum)])),
    /** The first day with any row, and the first with complete records; null before there are any. */
    since: first[0]?.day ?? null,
    completeSince: complete[0]?.day ?? null,
  };
}

/** A counter without a row is 0. */
const isCounter = (metric: Metric) => counters.some((counter) => counter === metric);

/** Null where it was not recorded. */
export function valueOn(
  statistics: Pick<Statistics, "completeSince">,
  { day, values }: { day: string; values: Values },
  metric: Metric,
): number | null {
  const value = values.get(metric);
  if (value !== undefined) return value;
  const { completeSince } = statistics;
  return isCounter(metric) && completeSince !== null && day >= completeSince ? 0 : null;
}

/** Seconds: the mean, and the time within which 95 of 100 ended; null without any. */
export function generationTimes(values: Values): { mean: number; p95: number } | null {
  const count = values.get("generations_completed") ?? 0;
  const p95 = quantileOf(values, 0.95);
  if (count === 0 || p95 === null) return null;
  return { mean: (values.get("generation_seconds") ?? 0) / count, p95 };
}

export function sumOf(days: readonly { values: Values }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { values } of days)
    for (const [metric, value] of values) sums.set(metric, (sums.get(metric) ?? 0) + value);
  return sums;
}

/** The newest value of a level; null before there is one. */
export async function readLastLevel(level: Level): Promise<number | null> {
  const { day, metric, value } = dailyStatistics;
  const [row] = await db
    .select({ value })
    .from(dailyStatistics)
    .where(eq(metric, level))
    .orderBy(desc(day))
    .limit(1);
  return row?.value ?? null;
}
