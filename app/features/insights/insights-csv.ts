import { formatTime } from "#app/lib/format-time.ts";
import { countedSources, type DayCounts, type LeavingCurve, sourceLabels } from "./insights.ts";

export function daysCsv(days: readonly DayCounts[]): string {
  return csv([
    ["日付", "再生", ...countedSources.map((source) => sourceLabels[source])],
    ...days.map(({ day, plays, sources }) =>
      [day, plays, ...countedSources.map((source) => sources[source])].map(String),
    ),
  ]);
}

/** A track's lines as CSV; only the header without a curve. */
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

/** Spreadsheets read a byte order mark as UTF-8. */
const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(csvField).join(",")).join("\r\n")}\r\n`;

/** Prevents formulas: a field that a spreadsheet would take for one begins with an apostrophe. */
const csvField = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
