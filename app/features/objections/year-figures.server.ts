import { and, asc, gte, lt } from "drizzle-orm";
import { dayMs, tokyoOffsetMs } from "#app/lib/time-units.ts";
import { db } from "#db/client.ts";
import { objections } from "#db/schema/index.ts";
import { isOfAuthor } from "./objection.ts";

const maxYears = 5;

const startOf = (year: number) => new Date(Date.UTC(year, 0, 1) - tokyoOffsetMs);

/** This year and up to four before, the latest first, from the first one with an objection. */
export async function readYearFigures(now: Date = new Date()): Promise<YearFigures[]> {
  const thisYear = new Date(now.getTime() + tokyoOffsetMs).getUTCFullYear();
  const years = Array.from({ length: maxYears }, (_, index) => thisYear - index);
  const figures = await Promise.all(years.map(readYear));
  const firstYear = figures.findLastIndex(({ received, appealed }) => received + appealed > 0);
  return figures.slice(0, Math.max(1, firstYear + 1));
}

export type YearFigures = Awaited<ReturnType<typeof readYear>>;

/** Of what was received in one year (Asia/Tokyo): objections, and appeals, also those against takedowns without an objection. */
async function readYear(year: number) {
  const { party, createdAt, closedAt, outcome, appealedAt, appealOutcome } = objections;
  const all = await db
    .select({ party, createdAt, closedAt, outcome, appealedAt, appealOutcome })
    .from(objections)
    .where(and(gte(createdAt, startOf(year)), lt(createdAt, startOf(year + 1))))
    .orderBy(asc(createdAt));
  const rows = all.filter((row) => !isOfAuthor(row));
  const countOf = (value: (typeof rows)[number]["outcome"]) =>
    rows.filter((row) => row.outcome === value).length;
  const durations = rows
    .flatMap((row) => (row.closedAt ? [(row.closedAt.getTime() - row.createdAt.getTime()) / dayMs] : []))
    .sort((a, b) => a - b);
  return {
    year,
    received: rows.length,
    takenDown: countOf("taken-down"),
    rejected: countOf("rejected"),
    settled: countOf("settled"),
    open: countOf(null),
    /** From receipt to decision, of the decided ones; null without any. */
    medianDays: medianOf(durations),
    appealed: all.filter((row) => row.appealedAt !== null).length,
    restored: all.filter((row) => row.appealOutcome === "restored").length,
  };
}

/** To a tenth. `sorted`: ascending. */
function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10;
}
