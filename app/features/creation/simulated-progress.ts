/**
 * Progress bars of work whose end nobody knows. The tables give a least value by elapsed time; the server's own
 * progress wins where it is higher, a bar never goes back, and 100 is shown by nothing but the finished task.
 */

/** `[seconds, percent]`: below so many seconds the bar shows so much (spec 1 §4). */
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

const last = 96;
/** The v2 page holds 95 % so long (spec 3 §4). */
const heldSeconds = 420;
/** The first page moves its bar in ticks of 2 s (spec 3 §9), from 8 % to about 95 %. */
const tickSeconds = 2;
const steady = { first: 8, most: 95, slopeSeconds: 35 };

const upperBound = 99;

function look(seconds: number): number {
  return steps.find(([below]) => seconds < below)?.[1] ?? last;
}

/** The indicator's table: 8 to 95 % within 100 s, 96 % later (spec 1 §4). */
export function indicatorProgress(elapsedMs: number): number {
  return look(elapsedMs / 1000);
}

/** The v2 page's table: 8 to 96 %, with 95 % held up to 420 s (spec 3 §4). */
export function steppedProgress(elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  return seconds < heldSeconds ? Math.min(95, look(seconds)) : last;
}

/** The first page's curve: from 8 % towards 95 %, in ticks of 2 s, slower and slower (spec 3 §4). */
export function steadyProgress(elapsedMs: number): number {
  const seconds = Math.floor(Math.max(0, elapsedMs) / 1000 / tickSeconds) * tickSeconds;
  const { first, most, slopeSeconds } = steady;
  return Math.round(most - (most - first) * Math.exp(-seconds / slopeSeconds));
}

/** What the bar shows: the highest of what was shown, simulated and reported, and less than 100. */
export function shownProgress(o: { before: number; simulated: number; reported: number }): number {
  return Math.min(upperBound, Math.max(o.before, o.simulated, o.reported));
}

/** Minutes left by the indicator's formula (spec 1 §4); null means "almost done", from 90 % on. */
export function minutesLeft(percent: number): number | null {
  return percent >= 90 ? null : Math.ceil((100 - percent) / 12);
}
