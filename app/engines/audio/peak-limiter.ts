/** Samples on each side of the place between two samples that are read to find the sound there. */
const betweenReach = 12;
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

/**
 * −3.4 dBTP, between the samples too. An encoder that leaves out what is not heard overshoots by up to 2.3 dB, of which its scale
 * takes 0.45 back: encoded sound stays below −1.5 dBTP.
 */
export const peakCeiling = 0.676;
/** Between two samples sound is at most so much louder than both of them, but for noise at the upper limit of the frequencies. */
const largestExcess = 2;
/** Time constants of the attenuation before and after a peak. */
const attackSeconds = 0.002;
const releaseSeconds = 0.06;
/** Sound that is held back until the peaks after it are known. A later peak would lower it by less than 3 in 10 million. */
const lookaheadSeconds = 15 * attackSeconds;

/**
 * Amplifies sound that comes in parts and limits its true peak: the attenuation that each sample needs decays exponentially
 * backwards (2 ms) and forwards (60 ms), so that it is always sufficient and never jumps. Channels are attenuated together, so
 * that nobody moves.
 */
export class PeakLimiter {
  readonly #gain: number;
  readonly #ceiling: number;
  readonly #attack: number;
  readonly #release: number;
  readonly #lookahead: number;
  /** By channel: what was returned last, as far as it is heard between the samples after it, then what is held back. */
  #held: Float32Array[] = [];
  /** Samples of `#held` that were returned. */
  #past = 0;
  #reduction = 0;

  constructor({
    gain,
    sampleRate,
    ceiling = peakCeiling,
  }: {
    gain: number;
    sampleRate: number;
    ceiling?: number;
  }) {
    this.#gain = gain;
    this.#ceiling = ceiling;
    this.#attack = Math.exp(-1 / (attackSeconds * sampleRate));
    this.#release = Math.exp(-1 / (releaseSeconds * sampleRate));
    this.#lookahead = Math.round(lookaheadSeconds * sampleRate);
  }

  /** Returns the sound that is ready: all but the last 30 ms of what was pushed so far. */
  push(samples: Float32Array): Float32Array {
    return this.pushChannels([samples])[0] ?? new Float32Array();
  }

  /** The same for several channels, always as many. */
  pushChannels(channels: readonly Float32Array[]): Float32Array[] {
    const all = channels.map((samples, channel) => {
      const held = this.#held[channel] ?? new Float32Array();
      const joined = new Float32Array(held.length + samples.length);
      joined.set(held);
      joined.set(samples, held.length);
      return joined;
    });
    return this.#take(all, Math.max(this.#past, (all[0]?.length ?? 0) - this.#lookahead));
  }

  /** Returns the rest. */
  flush(): Float32Array {
    return this.flushChannels()[0] ?? new Float32Array();
  }

  flushChannels(): Float32Array[] {
    return this.#take(this.#held, this.#held[0]?.length ?? 0);
  }

  /** Limits what was not returned yet, up to `end`. */
  #take(all: Float32Array[], end: number): Float32Array[] {
    const begin = this.#past;
    const length = all[0]?.length ?? 0;
    const excess = new Float32Array(length + 1);
    const worthLooking = this.#ceiling / this.#gain / largestExcess;
    for (const channel of all) {
      for (let i = length - 1; i >= begin; i--) {
        const needed = (peakAt(channel, i, worthLooking) * this.#gain) / this.#ceiling - 1;
        // A peak between two samples is one of both.
        if (needed > (excess[i + 1] ?? 0)) excess[i + 1] = needed;
        if (needed > (excess[i] ?? 0)) excess[i] = needed;
      }
    }
    let after = 0;
    for (let i = length; i >= begin; i--) {
      after = Math.max(excess[i] ?? 0, after * this.#attack);
      excess[i] = after;
    }
    const limited = all.map(() => new Float32Array(end - begin));
    let reduction = this.#reduction;
    for (let i = begin; i < end; i++) {
      reduction = Math.max(excess[i] ?? 0, reduction * this.#release);
      const factor = this.#gain / (1 + reduction);
      for (const [channel, samples] of all.entries()) {
        const target = limited[channel];
        if (target) target[i - begin] = (samples[i] ?? 0) * factor;
      }
    }
    this.#reduction = reduction;
    this.#past = Math.min(betweenReach, end);
    this.#held = all.map((samples) => samples.slice(end - this.#past));
    return limited;
  }
}
