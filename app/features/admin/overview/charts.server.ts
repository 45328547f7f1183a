import type { Metric } from "#app/features/statistics/metrics.ts";
import {
  generationTimes,
  readStatistics,
  type Statistics,
  sumOf,
  valueOn,
} from "#app/features/statistics/read-statistics.server.ts";
import { addDays, tokyoDay } from "#app/lib/tokyo-day.ts";
import { type ChartKind, type Drawing, drawChart } from "./draw-chart.server.ts";
import { formatValue, type Unit } from "./units.ts";

export type Tone = "accent" | "slate" | "gold";

export interface Chart {
  id: string;
  title: string;
  kind: ChartKind;
  unit: Unit;
  headline: string;
  comparison: string | null;
  series: { label: string; tone: Tone; values: (number | null)[] }[];
  drawing: Drawing | null;
}

export interface OverviewCharts {
  length: PeriodLength;
  /** YYYY-MM-DD, the oldest first. */
  days: string[];
  charts: Chart[];
  /** The first day with complete records, when it is within the period. */
  recordedSince: string | null;
  /** False until the first clean-up has run. */
  hasRecords: boolean;
}

const periodLengths = [30, 90] as const;
type PeriodLength = (typeof periodLengths)[number];

/** From `?days=`; 30 for anything else. */
export function periodLength(query: string | null): PeriodLength {
  return periodLengths.find((length) => String(length) === query) ?? 30;
}

interface Series {
  label: string;
  tone: Tone;
  metrics: Metric[];
}

interface ChartPlan {
  id: string;
  title: string;
  kind: ChartKind;
  unit: Unit;
  series: Series[];
  per?: number;
}

const plans: (ChartPlan | "generation-times")[] = [
  {
    id: "members",
    title: "会員",
    kind: "line",
    unit: "人",
    series: [{ label: "会員", tone: "accent", metrics: ["members_total"] }],
  },
  {
    id: "arrivals",
    title: "入会と退会",
    kind: "opposed",
    unit: "人",
    series: [
      { label: "入会", tone: "accent", metrics: ["members_joined"] },
      { label: "退会・拒否", tone: "slate", metrics: ["members_deleted", "members_denied"] },
    ],
  },
  {
    id: "plays",
    title: "再生",
    kind: "bars",
    unit: "回",
    series: [{ label: "再生", tone: "accent", metrics: ["plays"] }],
  },
  {
    id: "listening",
    title: "会員が聴いた時間",
    kind: "bars",
    unit: "分",
    per: 60,
    series: [{ label: "聴いた時間", tone: "accent", metrics: ["listening_seconds"] }],
  },
  {
    id: "tracks",
    title: "新しい音声",
    kind: "bars",
    unit: "本",
    series: [{ label: "新しい音声", tone: "accent", metrics: ["tracks_published"] }],
  },
  {
    id: "generations",
    title: "音声の生成",
    kind: "bars",
    unit: "回",
    series: [
      { label: "完了", tone: "accent", metrics: ["generations_completed"] },
      { label: "失敗（台本を含む）", tone: "slate", metrics: ["generations_failed", "scripts_failed"] },
    ],
  },
  "generation-times",
  {
    id: "premium",
    title: "プレミアム会員",
    kind: "line",
    unit: "人",
    series: [{ label: "プレミアム会員", tone: "gold", metrics: ["premium_active"] }],
  },
  {
    id: "premium-changes",
    title: "プレミアムの開始と終了",
    kind: "opposed",
    unit: "人",
    series: [
      { label: "開始", tone: "gold", metrics: ["premium_started"] },
      { label: "終了", tone: "slate", metrics: ["premium_expired", "premium_revoked"] },
    ],
  },
  {
    id: "storage",
    title: "保存している音声",
    kind: "line",
    unit: "バイト",
    series: [{ label: "保存している音声", tone: "accent", metrics: ["storage_bytes"] }],
  },
];

export async function readCharts(length: PeriodLength, now: Date = new Date()): Promise<OverviewCharts> {
  const statistics = await readStatistics({ lastDay: tokyoDay(now), length });
  const { days, completeSince } = statistics;
  const first = days[0]?.day ?? "";
  return {
    length,
    days: days.map(({ day }) => day),
    charts: plans.map((plan) =>
      plan === "generation-times"
        ? generationTimeChart(statistics, length)
        : chartOf(plan, statistics, length),
    ),
    recordedSince: completeSince !== null && completeSince > first ? completeSince : null,
    hasRecords: statistics.since !== null,
  };
}

function chartOf(plan: ChartPlan, statistics: Statistics, length: number): Chart {
  const { kind, unit, per = 1 } = plan;
  const series = plan.series.map(({ label, tone, metrics }) => ({
    label,
    tone,
    values: statistics.days.map((day) =>
      sumOrNull(
        metrics.map((metric) => valueOn(statistics, day, metric)),
        per,
      ),
    ),
  }));
  return {
    id: plan.id,
    title: plan.title,
    kind,
    unit,
    series,
    ...(kind === "line"
      ? describeLevel(series, unit, length)
      : describeAmounts(plan, series, statistics, length)),
    drawing: drawChart(
      kind,
      series.map(({ values }) => values),
      unit,
    ),
  };
}

function sumOrNull(values: (number | null)[], per: number): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0) / per);
}

/** To a tenth, as it is shown: the page stays small. */
const round = (value: number) => Math.round(value * 10) / 10;

type Described = Pick<Chart, "headline" | "comparison">;
type Drawn = { label: string; values: (number | null)[] }[];

/** A level: today's value, compared with the first known day of the period. */
function describeLevel(series: Drawn, unit: Unit, length: number): Described {
  const known = (series[0]?.values ?? []).filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return { headline: "–", comparison: null };
  const change = last - first;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return {
    headline: formatValue(last, unit),
    comparison: known.length < 2 ? null : `この${length}日で ${sign}${formatValue(Math.abs(change), unit)}`,
  };
}

/** Sums, compared with the period before if that is recorded completely. */
function describeAmounts(plan: ChartPlan, series: Drawn, statistics: Statistics, length: number): Described {
  const totals = series.map(({ values }) => sumOrNull(values, 1));
  const { unit, per = 1 } = plan;
  if (totals.every((total) => total === null)) return { headline: "–", comparison: null };
  const headline =
    totals.length === 1
      ? formatValue(totals[0] ?? null, unit)
      : series
          .map(
            ({ label }, index) => `${label.replace(/（.*/, "")} ${formatValue(totals[index] ?? null, unit)}`,
          )
          .join(" · ");
  const metrics = plan.series[0]?.metrics ?? [];
  if (!isPreviousRecorded(statistics, metrics)) return { headline, comparison: null };
  const before = metrics.reduce((sum, metric) => sum + (statistics.previous.get(metric) ?? 0), 0) / per;
  return { headline, comparison: compare(totals[0] ?? 0, before, unit, length) };
}

/** Joined members and published tracks are known of earlier days too. */
const backfilled: readonly Metric[] = ["members_joined", "tracks_published"];

function isPreviousRecorded(statistics: Statistics, metrics: readonly Metric[]): boolean {
  const { since, completeSince, days } = statistics;
  const start = addDays(days[0]?.day ?? "", -days.length);
  const recorded = metrics.every((metric) => backfilled.includes(metric)) ? since : completeSince;
  return recorded !== null && recorded <= start;
}

function compare(now: number, before: number, unit: Unit, length: number): string {
  const than = `前の${length}日（${formatValue(before, unit)}）`;
  if (before === now) return `${than}と同じ`;
  if (before === 0) return `${than}より増えました`;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return `${than}とほぼ同じ`;
  return `${than}より ${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
}

function generationTimeChart(statistics: Statistics, length: number): Chart {
  const times = statistics.days.map(({ values }) => generationTimes(values));
  const total = generationTimes(sumOf(statistics.days));
  const before = generationTimes(statistics.previous);
  const isComparable = isPreviousRecorded(statistics, ["generations_completed"]);
  const series: Chart["series"] = [
    { label: "平均", tone: "accent", values: times.map((time) => time && round(time.mean)) },
    { label: "95%がこの時間まで", tone: "slate", values: times.map((time) => time && round(time.p95)) },
  ];
  return {
    id: "generation-times",
    title: "音声の生成にかかった時間",
    kind: "line",
    unit: "秒",
    series,
    headline: total ? `平均 ${formatValue(total.mean, "秒")} · 95% ${formatValue(total.p95, "秒")}` : "–",
    comparison: total && before && isComparable ? compare(total.mean, before.mean, "秒", length) : null,
    drawing: drawChart(
      "line",
      series.map(({ values }) => values),
      "秒",
    ),
  };
}
