import { counters, levels, type Metric } from "#app/features/statistics/metrics.ts";
import { generationTimes, readStatistics, valueOn } from "#app/features/statistics/read-statistics.server.ts";
import { plainCsvFile } from "#app/lib/csv.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";

const labels: Record<(typeof counters)[number] | (typeof levels)[number], string> = {
  members_total: "会員",
  members_joined: "入会",
  members_denied: "拒否",
  members_deleted: "退会",
  plays: "再生",
  listening_seconds: "会員が聴いた秒数",
  tracks_published: "新しい音声",
  generations_completed: "音声の生成",
  generations_failed: "音声の生成の失敗",
  generation_seconds: "音声の生成の合計秒数",
  scripts_failed: "台本の失敗",
  premium_active: "プレミアム会員",
  premium_started: "プレミアムの開始",
  premium_expired: "プレミアムの期限切れ",
  premium_revoked: "プレミアムの取り消し",
  storage_bytes: "保存している音声（バイト）",
};

const columns: readonly (keyof typeof labels & Metric)[] = [...counters, ...levels];

/** CSV, a line a day, the oldest first.  Empty: not recorded. */
export async function statisticsCsv(length: number, now: Date = new Date()): Promise<string> {
  const statistics = await readStatistics({ lastDay: tokyoDay(now), length });
  const header = ["日付", ...columns.map((column) => labels[column]), "生成の平均秒数", "生成の95%の秒数"];
  const lines = statistics.days.map((day) => {
    const times = generationTimes(day.values);
    return [
      day.day,
      ...columns.map((column) => field(valueOn(statistics, day, column))),
      field(times?.mean ?? null),
      field(times?.p95 ?? null),
    ];
  });
  return plainCsvFile([header, ...lines]);
}

const field = (value: number | null) => (value === null ? "" : String(Math.round(value * 10) / 10));
