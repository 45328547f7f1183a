import { csvFile } from "#app/lib/csv.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { countedSources, type DayCounts, type LeavingCurve, sourceLabels } from "./insights.ts";

export function daysCsv(days: readonly DayCounts[]): string {
  return csvFile([
    ["日付", "再生", ...countedSources.map((source) => sourceLabels[source])],
    ...days.map(({ day, plays, sources }) =>
      [day, plays, ...countedSources.map((source) => sources[source])].map(String),
    ),
  ]);
}

/** A track's lines as CSV; only the header without a curve. */
export function linesCsv(curve: LeavingCurve | null): string {
  return csvFile([
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
