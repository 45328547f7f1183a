/** How far a bar moves beyond the count (percent), and how fast. */
const beyondCount = { percent: 5, timeConstantSeconds: 15 };
const maxBeforeEnd = 99;

/**
 * In percent: the count, and up to 4 more ever more slowly, so that it does not stand still. Never goes back; only a finished
 * task has 100. `sinceMs`: the count's age.
 */
export function shownProgress(o: { before: number; counted: number; sinceMs: number }): number {
  const seconds = Math.max(0, o.sinceMs) / 1000;
  const beyond = beyondCount.percent * (1 - Math.exp(-seconds / beyondCount.timeConstantSeconds));
  const reached = o.counted + Math.min(beyondCount.percent - 1, Math.floor(beyond));
  return Math.min(maxBeforeEnd, Math.max(o.before, reached));
}

/** Remaining minutes, `⌈(100 − percent) / 12⌉`; null ("almost done") from 90 %. */
export function minutesLeft(percent: number): number | null {
  return percent >= 90 ? null : Math.ceil((100 - percent) / 12);
}
