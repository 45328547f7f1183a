/**
 * Progress bars of work of unknown duration. A simulated value by elapsed time is the minimum; the progress reported
 * by the server wins where it is higher, a bar never goes back, and only a finished task shows 100 %.
 */

/** `[seconds, percent]`: the percentage shown before that second. */
const steps: readonly (readonly [number, number])[] = [
  [5, 8],
  [10, 15],
  [15, 25],
  [20, 35],
  [25, 45],
  [30, 55],
  [40, 65],
  [50, 72],
  [60, 78],
  [70, 83],
  [80, 88],
  [90, 92],
  [100, 95],
];

const maxSimulated = 96;
/** The v2 page shows 95 % until this second. */
const plateauSeconds = 420;
/** The v1 page moves its bar every 2 s, from 8 % towards 95 %. */
const tickSeconds = 2;
const curve = { start: 8, limit: 95, timeConstantSeconds: 35 };

const maxBeforeEnd = 99;

function lookUp(seconds: number): number {
  return steps.find(([below]) => seconds < below)?.[1] ?? maxSimulated;
}

/** The indicator: 8 to 95 % within 100 s, then 96 %. */
export function indicatorProgress(elapsedMs: number): number {
  return lookUp(elapsedMs / 1000);
}

/** The v2 page: 8 to 95 % within 100 s, 96 % from 420 s on. */
export function steppedProgress(elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  return seconds < plateauSeconds ? Math.min(95, lookUp(seconds)) : maxSimulated;
}

/** The v1 page: `95 − 87·e^(−t/35 s)` percent, with `t` in steps of 2 s. */
export function exponentialProgress(elapsedMs: number): number {
  const seconds = Math.floor(Math.max(0, elapsedMs) / 1000 / tickSeconds) * tickSeconds;
  const { start, limit, timeConstantSeconds } = curve;
  return Math.round(limit - (limit - start) * Math.exp(-seconds / timeConstantSeconds));
}

/** What the bar shows: the highest of the previous, the simulated and the reported value, at most 99. */
export function displayedProgress(o: { before: number; simulated: number; reported: number }): number {
  return Math.min(maxBeforeEnd, Math.max(o.before, o.simulated, o.reported));
}

/** Remaining minutes, `⌈(100 − percent) / 12⌉`; null from 90 % on, which is shown as "almost done". */
export function minutesLeft(percent: number): number | null {
  return percent >= 90 ? null : Math.ceil((100 - percent) / 12);
}
