import { formatTime } from "#app/lib/format-time.ts";
import { type DayCounts, type LeavingCurve, playWays, wayLabels } from "./insights.ts";

const ways = [...playWays, "feed"] as const;

/** The days as CSV, the oldest first. */
export function daysCsv(days: readonly DayCounts[]): string {
  return csv([
    ["日付", "再生", ...ways.map((way) => wayLabels[way])],
    ...days.map(({ day, plays, ways: counts }) =>
      [day, plays, ...ways.map((way) => counts[way])].map(String),
    ),
  ]);
}

/** The lines of a track as CSV; the header alone where there is no curve. */
export function linesCsv(curve: LeavingCurve | null): string {
  return csv([
    ["行", "時刻", "話者", "聴いていた人（％）", "台詞"],
    ...(curve?.lines ?? []).map(({ startMs, speaker, percent, text }, index) => [
      String(index + 1),
      formatTime(startMs / 1000),
      speaker,
      String(percent),
      text,
    ]),
  ]);
}

/** With a byte order mark, by which spreadsheets read it as UTF-8. */
const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvField).join(",")).join("\r\n")}\r\n`;

/** A field in quotes; one that a spreadsheet would take for a formula begins with an apostrophe. */
const csvField = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
