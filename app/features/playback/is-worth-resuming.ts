/** A beginning that is not worth going back to, and an end that is as good as heard, in seconds. */
const beginning = 5;
const ending = 3;

/** Whether to go on at `position` when a track is played again; seconds. A duration may not be known yet (`NaN`). */
export function isWorthResuming(position: number, duration: number): boolean {
  return position >= beginning && !(position > duration - ending);
}
