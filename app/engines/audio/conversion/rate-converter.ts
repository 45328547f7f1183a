import { HalfRate } from "./half-rate.ts";
import { Resampler } from "./resampler.ts";

/** Brings sound that comes in parts from one sample rate to another: by halving, which is fast, as far as that leads. */
export class RateConverter {
  readonly #stages: (HalfRate | Resampler)[] = [];

  constructor({ from, to }: { from: number; to: number }) {
    let rate = from;
    for (; rate >= 2 * to && rate % 2 === 0; rate /= 2) this.#stages.push(new HalfRate());
    this.#stages.push(new Resampler({ from: rate, to }));
  }

  /** Returns the samples that are ready. */
  push(samples: Float32Array): Float32Array {
    return this.#stages.reduce((part, stage) => stage.push(part), samples);
  }

  /** Returns the rest. */
  flush(): Float32Array {
    return this.#stages.reduce((part, stage) => {
      const ready = stage.push(part);
      const rest = stage.flush();
      const both = new Float32Array(ready.length + rest.length);
      both.set(ready);
      both.set(rest, ready.length);
      return both;
    }, new Float32Array(0));
  }
}
