/** A swipe goes at least this far, in CSS px, and takes less than this long, in ms (spec 1 §9). */
const leastPx = 100;
const longestMs = 500;

/** Which track a finger's way leads to: up to the next, down to the previous; null when it is no swipe. */
export function decideSwipe(way: { dx: number; dy: number; ms: number }): "next" | "previous" | null {
  const { dx, dy, ms } = way;
  if (Math.abs(dy) < leastPx || ms >= longestMs || Math.abs(dx) >= Math.abs(dy)) return null;
  return dy < 0 ? "next" : "previous";
}
