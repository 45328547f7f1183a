import type { Cue } from "./track.ts";

/**
 * Index of the line that is spoken at `ms`, in the pause after a line still that line; -1 before the first.
 * `cues` in the order they are spoken.
 */
export function spokenCue(cues: readonly Pick<Cue, "startMs">[], ms: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
