const betweenReach = 12;
/** At four times the sample rate (ITU-R BS.1770-4, annex 2). */
const places = [0.25, 0.5, 0.75];

/** Per place: a sinc under a Hann window. */
const weights = places.map((place) =>
  Float64Array.from({ length: 2 * betweenReach }, (_, k) => {
    const x = k - betweenReach + 1 - place;
    const window = Math.cos((Math.PI * x) / 2 / betweenReach) ** 2;
    return (window * Math.sin(Math.PI * x)) / (Math.PI * x);
  }),
);

/**
 * The largest amplitude at sample `i` and before the next. Looks between samples only if one exceeds `worthLooking`; beyond the
 * ends is silence.
 */
function peakAt(samples: Float32Array, i: number, worthLooking: number): number {
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

/** The largest true peak of a channel that comes in parts; holds no more than some milliseconds of it. */
export class PeakMeter {
  #peak = 0;
  /** What is before the next sample that is looked at, and all behind it. */
  #held: Float32Array = new Float32Array();
  #past = 0;

  push(samples: Float32Array): void {
    const joined = new Float32Array(this.#held.length + samples.length);
    joined.set(this.#held);
    joined.set(samples, this.#held.length);
    // The last ones are looked at once what follows is known.
    this.#look(joined, Math.max(this.#past, joined.length - betweenReach));
  }

  /** Amplitude, 1 for full scale; the rest is looked at, silence after it. */
  finish(): number {
    this.#look(this.#held, this.#held.length);
    return this.#peak;
  }

  #look(samples: Float32Array, end: number): void {
    for (let i = this.#past; i < end; i++)
      this.#peak = Math.max(this.#peak, peakAt(samples, i, this.#peak / largestExcess));
    this.#past = Math.min(betweenReach, end);
    this.#held = samples.slice(end - this.#past);
  }
}

/** −3.4 dBTP: encoders overshoot speech by up to 2.3 dB, less 0.45 of scale, so encoded speech stays below −1.5 dBTP. */
export const peakCeiling = 0.676;
/** How much louder than both its samples a sound between them is; only noise near the upper limit exceeds it. */
const largestExcess = 2;
const attackSeconds = 0.002;
const releaseSeconds = 0.06;
/** Later peaks would lower held sound by less than 3 in 10 million. */
const lookaheadSeconds = 15 * attackSeconds;

/**
 * Amplifies sound in parts and limits its true peak: attenuation decays backwards (2 ms) and forwards (60 ms), so it is always
 * enough and never jumps. All channels alike, so nobody moves.
 */
export class PeakLimiter {
  readonly #gain: number;
  readonly #ceiling: number;
  readonly #attack: number;
  readonly #release: number;
  readonly #lookahead: number;
  /** By channel: the last returned samples that matter, then what is held. */
  #held: Float32Array[] = [];
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

  /** All but the last 30 ms so far. */
  push(samples: Float32Array): Float32Array {
    return this.pushChannels([samples])[0] ?? new Float32Array();
  }

  /** Always the same number. */
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

  /** The rest. */
  flush(): Float32Array {
    return this.flushChannels()[0] ?? new Float32Array();
  }

  flushChannels(): Float32Array[] {
    return this.#take(this.#held, this.#held[0]?.length ?? 0);
  }

  #take(all: Float32Array[], end: number): Float32Array[] {
    const begin = this.#past;
    const length = all[0]?.length ?? 0;
    const excess = new Float32Array(length + 1);
    const worthLooking = this.#ceiling / this.#gain / largestExcess;
    for (const channel of all) {
      for (let i = length - 1; i >= begin; i--) {
        const needed = (peakAt(channel, i, worthLooking) * this.#gain) / this.#ceiling - 1;
        // A peak between two samples is both's.
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
