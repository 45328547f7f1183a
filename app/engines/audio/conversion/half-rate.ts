import { halveSampleRate, halvingMargin } from "#app/engines/audio/halve-sample-rate.ts";

/** Halves the sample rate of sound that comes in parts, to the same samples as `halveSampleRate` of the whole. */
export class HalfRate {
  /** The sound from `#begin` on, an even number of samples from the beginning. */
  #input = new Float32Array(0);
  #begin = 0;
  /** Samples at half the rate that were returned. */
  #done = 0;

  /** Returns the samples that are ready. */
  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.#input.length + samples.length);
    all.set(this.#input);
    all.set(samples, this.#input.length);
    this.#input = all;
    return this.#take(Math.floor((this.#begin + all.length - halvingMargin) / 2));
  }

  /** Returns the rest. */
  flush(): Float32Array {
    return this.#take(Math.ceil((this.#begin + this.#input.length) / 2));
  }

  #take(end: number): Float32Array {
    if (end <= this.#done) return new Float32Array(0);
    const half = halveSampleRate(this.#input, this.#done - this.#begin / 2, end - this.#begin / 2);
    this.#done = end;
    const needed = Math.max(this.#begin, 2 * Math.floor((2 * end - halvingMargin) / 2) - 2);
    this.#input = this.#input.slice(needed - this.#begin);
    this.#begin = needed;
    return half;
  }
}
