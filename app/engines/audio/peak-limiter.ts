/**
 * −3 dBFS. Between the samples sound is up to 0.5 dB louder, and an encoder that leaves out what is not heard overshoots by
 * up to 1.5 dB, of which its scale takes 0.45 back: the true peak of encoded speech stays below −1.5 dBTP.
 */
export const peakCeiling = 0.708;
/** Time constants of the attenuation before and after a peak. */
const attackSeconds = 0.002;
const releaseSeconds = 0.06;
/** Sound that is held back until the peaks after it are known. A later peak would lower it by less than 3 in 10 million. */
const lookaheadSeconds = 15 * attackSeconds;

/**
 * Amplifies sound that comes in parts and limits its peaks: the attenuation that each sample needs decays exponentially
 * backwards (2 ms) and forwards (60 ms), so that it is always sufficient and never jumps.
 */
export class PeakLimiter {
  readonly #gain: number;
  readonly #attack: number;
  readonly #release: number;
  readonly #lookahead: number;
  #held = new Float32Array(0);
  #reduction = 0;

  constructor({ gain, sampleRate }: { gain: number; sampleRate: number }) {
    this.#gain = gain;
    this.#attack = Math.exp(-1 / (attackSeconds * sampleRate));
    this.#release = Math.exp(-1 / (releaseSeconds * sampleRate));
    this.#lookahead = Math.round(lookaheadSeconds * sampleRate);
  }

  /** Returns the sound that is ready: all but the last 30 ms of what was pushed so far. */
  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.#held.length + samples.length);
    all.set(this.#held);
    all.set(samples, this.#held.length);
    const ready = Math.max(0, all.length - this.#lookahead);
    this.#held = all.slice(ready);
    return this.#limit(all, ready);
  }

  /** Returns the rest. */
  flush(): Float32Array {
    const rest = this.#held;
    this.#held = new Float32Array(0);
    return this.#limit(rest, rest.length);
  }

  #limit(samples: Float32Array, count: number): Float32Array {
    const excess = new Float32Array(samples.length);
    let before = 0;
    for (let i = samples.length - 1; i >= 0; i--) {
      before = Math.max((Math.abs(samples[i] ?? 0) * this.#gain) / peakCeiling - 1, before * this.#attack);
      excess[i] = before;
    }
    const limited = new Float32Array(count);
    let reduction = this.#reduction;
    for (let i = 0; i < count; i++) {
      reduction = Math.max(excess[i] ?? 0, reduction * this.#release);
      limited[i] = ((samples[i] ?? 0) * this.#gain) / (1 + reduction);
    }
    this.#reduction = reduction;
    return limited;
  }
}
