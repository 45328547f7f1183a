import { formatNumber, type Unit } from "./units.ts";

/** `line`: a level or a time. `bars`: amounts, stacked. `opposed`: the second series points down. */
export type ChartKind = "line" | "bars" | "opposed";

/** A box of `width` × 100, which is stretched to its place. */
export interface Drawing {
  width: number;
  paths: string[];
  /** `top`: distance from the top in percent. */
  ticks: { top: number; label: string }[];
}

const height = 100;
const slot = 10;
const gap = 2.4;

/** A line has a gap where nothing is recorded. Null when there is nothing to draw. */
export function drawChart(
  kind: ChartKind,
  series: readonly (readonly (number | null)[])[],
  unit: Unit,
): Drawing | null {
  const all = series.flat().filter((value) => value !== null);
  if (all.length === 0) return null;
  const [low, high] = extentOf(kind, series, all);
  const { bottom, top, marks } = roundScale(low, high);
  const y = (value: number) =>
    height * (1 - (Math.min(Math.max(value, bottom), top) - bottom) / (top - bottom));
  const ticks = marks
    // People are not halved.
    .filter((tick) => unit === "秒" || unit === "分" || unit === "バイト" || Number.isInteger(tick))
    .map((tick) => ({
      top: Math.round(y(tick) * 10) / 10,
      label: formatNumber(kind === "opposed" ? Math.abs(tick) : tick, unit),
    }));
  const width = Math.max(...series.map((values) => values.length)) * slot;
  if (kind === "line") return { width, ticks, paths: series.map((values) => linePath(values, y)) };
  const base = Math.max(bottom, Math.min(top, 0));
  const below = new Map<number, number>();
  const paths = series.map((values, index) =>
    values
      .map((value, day) => {
        if (!value) return "";
        const isDown = kind === "opposed" && index > 0;
        const from = isDown ? base : (below.get(day) ?? base);
        const to = isDown ? -value : from + value;
        if (!isDown) below.set(day, to);
        return barPath(day, y(Math.max(from, to)), y(Math.min(from, to)));
      })
      .join(""),
  );
  return { width, ticks, paths };
}

/** Approximate number of lines. */
const divisions = 4;
/** 0.3 / 0.1 is above 3. */
const tolerance = 1e-9;

/** Ends at round marks: multiples of 1, 2 or 5 × 10ⁿ. `low` and `high` must differ. */
export function roundScale(low: number, high: number): { bottom: number; top: number; marks: number[] } {
  let [bottom, top, step] = [low, high, 0];
  // Widened ends can make the step larger, once or twice.
  for (let wider = 1; wider !== step; ) {
    step = roundStep((top - bottom) / divisions);
    bottom = clean(Math.floor(bottom / step + tolerance) * step);
    top = clean(Math.ceil(top / step - tolerance) * step);
    wider = roundStep((top - bottom) / divisions);
  }
  const count = Math.round((top - bottom) / step) + 1;
  return { bottom, top, marks: Array.from({ length: count }, (_, n) => clean(bottom + n * step)) };
}

/** 3 × 0.1 is 0.3. */
const clean = (value: number) => Number(value.toPrecision(12));

function roundStep(exact: number): number {
  const power = 10 ** Math.floor(Math.log10(exact));
  const error = exact / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
}

function extentOf(
  kind: ChartKind,
  series: readonly (readonly (number | null)[])[],
  all: number[],
): [number, number] {
  const high = Math.max(...all);
  if (kind === "opposed") {
    const [up = 0, down = 0] = series.map((values) => Math.max(0, ...values.map((value) => value ?? 0)));
    return [-down, Math.max(up, down === 0 ? 1 : 0)];
  }
  if (kind === "bars") {
    const sums = (series[0] ?? []).map((_, day) =>
      series.reduce((sum, values) => sum + (values[day] ?? 0), 0),
    );
    return [0, Math.max(1, ...sums)];
  }
  // A level that hardly changes would be a flat line high above nothing.
  const low = Math.min(...all);
  return low === high ? [Math.max(0, low - 1), high + 1] : [low < high / 2 ? 0 : low, high];
}

const round = (value: number) => Math.round(value * 100) / 100;

function barPath(day: number, top: number, bottom: number): string {
  const left = day * slot + gap / 2;
  // A single play must stay visible beside days with thousands.
  const from = Math.min(top, bottom - 1);
  return `M${round(left)} ${round(from)}h${slot - gap}V${round(bottom)}h${gap - slot}z`;
}

/** A single day gets a short line, so that it is visible. */
function linePath(values: readonly (number | null)[], y: (value: number) => number): string {
  return values
    .map((value, day) => {
      if (value === null) return "";
      const isFirst = (values[day - 1] ?? null) === null;
      const isLast = (values[day + 1] ?? null) === null;
      const top = round(y(value));
      if (isFirst && isLast) return `M${day * slot} ${top}h${slot}`;
      return `${isFirst ? "M" : "L"}${day * slot + slot / 2},${top}`;
    })
    .join("");
}
