/** Samples on each side of the place between two samples that are read to find the sound there. */
export const betweenReach = 12;
/** Places between two samples at which the sound is looked at (ITU-R BS.1770-4, annex 2: four times the sample rate). */
const places = [0.25, 0.5, 0.75];

/** For each place, weights of the samples around it: a sinc under a Hann window, in the order of the samples. */
const weights = places.map((place) =>
  Float64Array.from({ length: 2 * betweenReach }, (_, k) => {
    const x = k - betweenReach + 1 - place;
    const window = Math.cos((Math.PI * x) / 2 / betweenReach) ** 2;
    return (window * Math.sin(Math.PI * x)) / (Math.PI * x);
  }),
);

/**
 * The largest amplitude of the sound at sample `i` and before the next one. Where neither is above `worthLooking` the sound between
 * them is not looked at; samples beyond the ends count as silence.
 */
export function peakAt(samples: Float32Array, i: number, worthLooking: number): number {
  const own = Math.abs(samples[i] ?? 0);
  if (own < worthLooking && Math.abs(samples[i + 1] ?? 0) < worthLooking) return own;
  let peak = own;
  const first = i - betweenReach + 1;
  for (const ofPlace of weights) {
    let between = 0;
    for (let k = 0; k < ofPlace.length; k++) between += (ofPlace[k] ?? 0) * (samples[first + k] ?? 0);
    peak = Math.max(peak, Math.abs(between));
  }
  return peak;
}
