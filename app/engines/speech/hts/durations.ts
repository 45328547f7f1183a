/** Mean and variance of the frames of each state of a label, and how fast it is spoken: 2 for twice as fast. */
export interface LabelDuration {
  means: readonly number[];
  variances: readonly number[];
  speed: number;
  isSilence: boolean;
}

/**
 * Frames of each state of each label: the means, rounded; at another speed what is likeliest of all lengths with the right sum, for
 * each run of labels with one speed. Silences are runs of their own: their lengths vary most, and would take all that the speech is
 * to be shorter or longer. At least one frame each.
 */
export function chooseDurations(labels: readonly LabelDuration[]): number[][] {
  const durations: number[][] = [];
  for (let from = 0, to = 0; from < labels.length; from = to) {
    const { speed, isSilence } = labels[from] ?? { speed: 1, isSilence: false };
    while (labels[to]?.speed === speed && labels[to]?.isSilence === isSilence) to++;
    const run = labels.slice(from, to);
    const means = run.flatMap((label) => label.means);
    const variances = run.flatMap((label) => label.variances);
    const frames = speed === 1 ? means.map(wholeFrames) : fitFrames(means, variances, speed);
    let at = 0;
    for (const { means: ofLabel } of run) {
      durations.push(frames.slice(at, at + ofLabel.length));
      at += ofLabel.length;
    }
  }
  return durations;
}

const wholeFrames = (frames: number) => Math.max(1, Math.floor(frames + 0.5));

function fitFrames(means: readonly number[], variances: readonly number[], speed: number): number[] {
  const sum = means.reduce((total, mean) => total + mean, 0);
  // Rounded before the lengths are chosen: the other way around states differ from the native engine's.
  const target = Math.max(means.length, Math.floor(sum / speed + 0.5));
  const totalVariance = variances.reduce((total, variance) => total + variance, 0);
  const stretch = totalVariance > 0 ? (target - sum) / totalVariance : 0;
  const frames = means.map((mean, state) => wholeFrames(mean + stretch * (variances[state] ?? 0)));
  let left = target - frames.reduce((total, count) => total + count, 0);
  while (left !== 0) {
    const step = Math.sign(left);
    // What rounding has left over goes to the state that minds least.
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const [state, count] of frames.entries()) {
      if (count + step < 1) continue;
      const cost = Math.abs(stretch - (count + step - (means[state] ?? 0)) / (variances[state] || 1e-9));
      if (cost < bestCost) {
        best = state;
        bestCost = cost;
      }
    }
    if (best < 0) break;
    frames[best] = (frames[best] ?? 0) + step;
    left -= step;
  }
  return frames;
}
