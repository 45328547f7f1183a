/** Mean and variance of frames per state, and speed (2: twice as fast). */
interface LabelDuration {
  means: readonly number[];
  variances: readonly number[];
  speed: number;
  isSilence: boolean;
  frames?: number | undefined;
}

/**
 * Frames per state and label: rounded means; at other speeds the likeliest with the right sum, per run of one speed. Silences
 * are own runs, since their variance would take everything. At least one frame.
 */
export function chooseDurations(labels: readonly LabelDuration[]): number[][] {
  const durations: number[][] = [];
  for (let from = 0, to = 0; from < labels.length; from = to) {
    const { speed, isSilence, frames: total } = labels[from] ?? { speed: 1, isSilence: false };
    const isOfRun = (label: LabelDuration | undefined) =>
      label?.speed === speed && label.isSilence === isSilence && label.frames === undefined;
    do to++;
    while (total === undefined && isOfRun(labels[to]));
    const run = labels.slice(from, to);
    const means = run.flatMap((label) => label.means);
    const variances = run.flatMap((label) => label.variances);
    const sum = means.reduce((all, mean) => all + mean, 0);
    const frames =
      total === undefined && speed === 1
        ? means.map(wholeFrames)
        : fitFrames(means, variances, total ?? Math.floor(sum / speed + 0.5));
    let at = 0;
    for (const { means: ofLabel } of run) {
      durations.push(frames.slice(at, at + ofLabel.length));
      at += ofLabel.length;
    }
  }
  return durations;
}

const wholeFrames = (frames: number) => Math.max(1, Math.floor(frames + 0.5));

/** Chosen before the states' lengths, as the native engine does. */
function fitFrames(means: readonly number[], variances: readonly number[], length: number): number[] {
  const sum = means.reduce((total, mean) => total + mean, 0);
  const target = Math.max(means.length, length);
  const totalVariance = variances.reduce((total, variance) => total + variance, 0);
  const stretch = totalVariance > 0 ? (target - sum) / totalVariance : 0;
  const frames = means.map((mean, state) => wholeFrames(mean + stretch * (variances[state] ?? 0)));
  let left = target - frames.reduce((total, count) => total + count, 0);
  while (left !== 0) {
    const step = Math.sign(left);
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
