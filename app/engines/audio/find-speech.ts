const stepSeconds = 0.005;
const stepsPerWindow = 4;
/** Speech is at most this far (dB) below the loud parts; over louder noise, what is ... */
const maxDepth = 45;
/** ... this far above it, but always within this depth. */
const aboveNoise = 9;
const minDepth = 30;
/** −90 dBFS. */
const silencePower = 1e-9;
/** Shorter is a click, unless there is nothing else. */
const minSoundSeconds = 0.02;
/** Longer than the silence before a plosive. */
const minPauseSeconds = 0.09;

export interface Span {
  start: number;
  end: number;
}

interface Speech extends Span {
  pauses: Span[];
}

/**
 * Finds the voice by level: power over windows of 20 ms against a threshold between noise (the quiet tenth) and loud parts (the
 * loud tenth). `undefined` for silence.
 */
export function findSpeech(samples: Float32Array, sampleRate: number): Speech | undefined {
  const step = Math.round(stepSeconds * sampleRate);
  const powers = windowPowers(samples, step);
  const sorted = powers.toSorted();
  const levelAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  if (levelAt(1) < silencePower) return undefined;
  const loud = Math.max(levelAt(0.9), levelAt(1) * decibels(-10));
  const threshold = Math.min(
    loud * decibels(-minDepth),
    Math.max(loud * decibels(-maxDepth), levelAt(0.1) * decibels(aboveNoise)),
  );
  const runs = runsAbove(powers, threshold);
  const minWindows = minSoundSeconds / stepSeconds + stepsPerWindow - 1;
  const long = runs.filter(({ start, end }) => end - start >= minWindows);
  // Middles of the first and last loud window.
  const toSample = (window: number) =>
    Math.max(0, Math.min(samples.length, (window - stepsPerWindow / 2) * step));
  const sounds = (long.length > 0 ? long : runs).map(({ start, end }) => ({
    start: toSample(start + 1),
    end: toSample(end),
  }));
  const pauses = sounds.slice(1).map(({ start }, i) => ({ start: sounds[i]?.end ?? start, end: start }));
  return {
    start: sounds[0]?.start ?? 0,
    end: sounds.at(-1)?.end ?? samples.length,
    pauses: pauses.filter(({ start, end }) => end - start >= minPauseSeconds * sampleRate),
  };
}

/** Mean power of windows ending with each step, and beyond the end. */
function windowPowers(samples: Float32Array, step: number): Float64Array {
  const count = Math.ceil(samples.length / step);
  const sums = new Float64Array(count);
  for (let at = 0, i = 0; i < count; i++) {
    let sum = 0;
    for (const end = Math.min(samples.length, at + step); at < end; at++) {
      const x = samples[at] ?? 0;
      sum += x * x;
    }
    sums[i] = sum;
  }
  return Float64Array.from({ length: count + stepsPerWindow - 1 }, (_, window) => {
    let sum = 0;
    for (let k = 0; k < stepsPerWindow; k++) sum += sums[window - k] ?? 0;
    return sum / (stepsPerWindow * step);
  });
}

function runsAbove(powers: Float64Array, threshold: number): Span[] {
  const runs: Span[] = [];
  for (let i = 0; i < powers.length; i++) {
    if ((powers[i] ?? 0) < threshold) continue;
    const last = runs.at(-1);
    if (last?.end === i) last.end = i + 1;
    else runs.push({ start: i, end: i + 1 });
  }
  return runs;
}

function decibels(value: number): number {
  return 10 ** (value / 10);
}
