import type { Metric } from "#app/features/statistics/metrics.ts";
import { readStatistics } from "#app/features/statistics/read-statistics.server.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { addDays, tokyoDay } from "#app/lib/tokyo-day.ts";
import { findAttention } from "../overview/attention.server.ts";
import { hasWarnings } from "../overview/installation.server.ts";
import { tokyoMinute } from "./alerts.ts";

/** In Asia/Tokyo. */
const morningHour = 7;
/** A server that was off all morning no longer sends it. */
const lastHour = 12;

/** Lines with a tab between name and value. */
export interface MorningSummary {
  /** YYYY-MM-DD, of the numbers. */
  day: string;
  numbers: string;
  waiting: string;
}

const numbers: readonly [label: string, metric: Metric, unit: string, per: number][] = [
  ["入会", "members_joined", "人", 1],
  ["再生", "plays", "回", 1],
  ["会員が聴いた時間", "listening_seconds", "分", 60],
  ["新しい音声", "tracks_published", "本", 1],
  ["生成の失敗", "generations_failed", "回", 1],
  ["プレミアムの開始", "premium_started", "人", 1],
];

export async function summarizeMorning(now: Date): Promise<MorningSummary> {
  const day = addDays(tokyoDay(now), -1);
  const [{ days }, attention, warns] = await Promise.all([
    readStatistics({ lastDay: day, length: 1 }),
    findAttention(now),
    hasWarnings(now),
  ]);
  const lines = numbers.map(([label, metric, unit, per]) => {
    const value = Math.round((days[0]?.values.get(metric) ?? 0) / per);
    return `${label}\t${value.toLocaleString("ja-JP")}${unit}`;
  });
  const waiting = attention.map(
    ({ label, count, isMore, oldest }) =>
      `${label}\t${count.toLocaleString("ja-JP")}件${isMore ? "以上" : ""}（いちばん古いもの：${oldest}）`,
  );
  if (warns) waiting.push("バックアップとディスク\t警告があります");
  return { day, numbers: lines.join("\n"), waiting: waiting.join("\n") };
}

/** The last seven o'clock. */
export function lastMorning(now: Date): Date {
  const sinceMs = ((tokyoMinute(now) + 24 * 60 - morningHour * 60) % (24 * 60)) * minuteMs;
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - sinceMs);
}

export const isMorning = (now: Date): boolean =>
  now.getTime() - lastMorning(now).getTime() < (lastHour - morningHour) * hourMs;
