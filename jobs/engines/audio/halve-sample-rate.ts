/** Pairs of taps around the middle one: with 47 taps 0–20 % of the rate pass and what would fold below that is 60 dB down. */
const PAIRS = 12;

/** Weights of the samples at the odd distances 1, 3, 5, …: half-band low-pass, a Blackman-windowed sinc of unit gain. */
const WEIGHTS = (() => {
  const raw = Float64Array.from({ length: PAIRS }, (_, k) => {
    const distance = 2 * k + 1;
    const phase = (Math.PI * distance) / (2 * PAIRS);
    const window = 0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase);
    return (Math.sin((Math.PI * distance) / 2) / (Math.PI * distance)) * window;
  });
  // The middle tap is 0.5, so both sides together must be 0.5 as well.
  const sum = 2 * raw.reduce((total, weight) => total + weight, 0);
  return raw.map((weight) => (weight * 0.5) / sum);
})();

/** The same sound at half the sample rate, without delay. Synchronous: for a worker thread. */
export function halveSampleRate(samples: Float32Array): Float32Array {
  const margin = 2 * PAIRS;
  const padded = new Float32Array(samples.length + 2 * margin);
  padded.set(samples, margin);
  const half = new Float32Array(Math.ceil(samples.length / 2));
  for (let i = 0; i < half.length; i++) {
    const middle = margin + 2 * i;
    let sum = 0.5 * (padded[middle] ?? 0);
    for (let k = 0, distance = 1; k < PAIRS; k++, distance += 2) {
      sum += (WEIGHTS[k] ?? 0) * ((padded[middle - distance] ?? 0) + (padded[middle + distance] ?? 0));
    }
    half[i] = sum;
  }
  return half;
}
