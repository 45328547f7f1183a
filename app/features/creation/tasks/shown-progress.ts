/** How far a bar moves beyond what was counted, in percent, and how fast. */
const beyondCount = { percent: 5, timeConstantSeconds: 15 };
const maxBeforeEnd = 99;

/**
 * What a bar shows, in percent: what was counted, and up to 4 more until the next count, ever more slowly, so that it does
 * not stand still. It never goes back, and only a finished task has 100. `sinceMs`: the age of the count.
 */
export function shownProgress(o: { before: number; counted: number; sinceMs: number }): number {
  const seconds = Math.max(0, o.sinceMs) / 1000;
  const beyond = beyondCount.percent * (1 - Math.exp(-seconds / beyondCount.timeConstantSeconds));
  // Rounded down: the whole 5 are never reached.
  const reached = o.counted + Math.min(beyondCount.percent - 1, Math.floor(beyond));
  return Math.min(maxBeforeEnd, Math.max(o.before, reached));
}

/** Remaining minutes, `⌈(100 − percent) / 12⌉`; null from 90 % on, which is shown as "almost done". */
export function minutesLeft(percent: number): number | null {
  return percent >= 90 ? null : Math.ceil((100 - percent) / 12);
}
