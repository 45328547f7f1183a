import { playSources } from "#app/features/listening/listening.ts";
import { addDays, daysBetween, tokyoDay } from "#app/lib/tokyo-day.ts";

/** 反響: what listeners made of a member's tracks. Only the author sees it (docs/decisions/0119-insights.md). */
export const insightsHeading = "反響";
export const insightsPath = "/insights";
export const trackInsightsPath = (trackId: number): string => `${insightsPath}/${trackId}`;

/** The numbers as a file; of a track by day or by line. */
export function insightsCsvPath(o?: { trackId: number; by: "day" | "line" }): string {
  if (!o) return `${insightsPath}.csv`;
  return `${insightsPath}.csv?track=${o.trackId}${o.by === "line" ? "&by=line" : ""}`;
}

const shownDays = 30;

/** The curve needs this many listeners, and changes for this many at a time. */
export const listenersPerStep = 5;

/** Requests of podcast apps are no plays. */
export const countedSources = [...playSources, "feed"] as const;
export type CountedSource = (typeof countedSources)[number];

export const sourceLabels: Record<CountedSource, string> = {
  site: "Mugenの中から",
  link: "リンクから",
  search: "検索から",
  embed: "埋め込みプレーヤー",
  feed: "ポッドキャストアプリなどの取得",
};

export interface DayCounts {
  day: string;
  plays: number;
  sources: Record<CountedSource, number>;
}

/** The last days, today included, oldest first. */
export function countDays(
  rows: readonly { day: string; source: CountedSource; value: number }[],
  now: Date,
): DayCounts[] {
  const today = tokyoDay(now);
  const days = daysBetween(addDays(today, 1 - shownDays), today).map(
    (day): DayCounts => ({
      day,
      plays: 0,
      sources: { site: 0, link: 0, search: 0, embed: 0, feed: 0 },
    }),
  );
  const byDay = new Map(days.map((one) => [one.day, one]));
  for (const { day, source, value } of rows) {
    const counts = byDay.get(day);
    if (!counts) continue;
    counts.sources[source] += value;
    if (source !== "feed") counts.plays += value;
  }
  return days;
}

export interface HeardLine {
  speaker: "A" | "B";
  text: string;
  startMs: number;
  percent: number;
}

export interface LeavingCurve {
  /** A multiple of `listenersPerStep`. */
  listeners: number;
  lines: HeardLine[];
  finishedPercent: number;
}

/** Players report the last moments late. */
const endToleranceMs = 1500;

/**
 * Where listeners left; `positions`: newest first. Prevents that anybody can be told apart: fewer than five listeners have no
 * curve, and the newest who don't make up five are left out, so it never changes by one person.
 */
export function leavingCurve(o: {
  positions: readonly number[];
  lines: readonly Omit<HeardLine, "percent">[];
  durationMs: number;
}): LeavingCurve | null {
  const { lines, durationMs } = o;
  const positions = o.positions.slice(o.positions.length % listenersPerStep);
  if (positions.length === 0 || lines.length === 0) return null;
  const percentFrom = (ms: number) =>
    Math.round((100 * positions.filter((position) => position >= ms).length) / positions.length);
  return {
    listeners: positions.length,
    // Everybody who began has heard the beginning.
    lines: lines.map((line, index) => ({ ...line, percent: index === 0 ? 100 : percentFrom(line.startMs) })),
    finishedPercent: percentFrom(durationMs - endToleranceMs),
  };
}
