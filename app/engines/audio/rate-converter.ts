import { besselI0, HalfRate } from "./halve-sample-rate.ts";

/** Converts sound in parts; by halving, which is fast, as far as possible. */
export class RateConverter {
  readonly #stages: (HalfRate | Resampler)[] = [];

  constructor({ from, to }: { from: number; to: number }) {
    let rate = from;
    for (; rate >= 2 * to && rate % 2 === 0; rate /= 2) this.#stages.push(new HalfRate());
    this.#stages.push(new Resampler({ from: rate, to }));
  }

  push(samples: Float32Array): Float32Array {
    return this.#stages.reduce((part, stage) => stage.push(part), samples);
  }

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

const crossings = 32;
const kaiserBeta = 9;
const passband = 0.94;
const resolution = 512;

/** In parts, without delay: a low-pass (Kaiser-windowed sinc) at the new samples' places. */
class Resampler {
  readonly #step: number;
  readonly #cutoff: number;
  readonly #reach: number;
  #input = new Float32Array(0);
  #position: number;

  constructor({ from, to }: { from: number; to: number }) {
    this.#step = from / to;
    this.#cutoff = this.#step === 1 ? 1 : Math.min(1, to / from) * passband;
    this.#reach = this.#step === 1 ? 0 : Math.ceil(crossings / this.#cutoff);
    this.#input = new Float32Array(this.#reach);
    this.#position = this.#reach;
  }

  push(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples;
    const all = new Float32Array(this.#input.length + samples.length);
    all.set(this.#input);
    all.set(samples, this.#input.length);
    const last = all.length - this.#reach - 1;
    const count = Math.max(0, Math.floor((last - this.#position) / this.#step) + 1);
    const resampled = new Float32Array(count);
    for (let i = 0; i < count; i++) resampled[i] = this.#sampleAt(all, this.#position + i * this.#step);
    const next = this.#position + count * this.#step;
    const begin = Math.max(0, Math.floor(next) - this.#reach);
    this.#input = all.slice(begin);
    this.#position = next - begin;
    return resampled;
  }

  flush(): Float32Array {
    return this.#step === 1 ? new Float32Array(0) : this.push(new Float32Array(this.#reach + 1));
  }

  #sampleAt(all: Float32Array, position: number): number {
    const first = Math.max(0, Math.ceil(position - this.#reach));
    const last = Math.min(all.length - 1, Math.floor(position + this.#reach));
    let sum = 0;
    for (let i = first; i <= last; i++)
      sum += (all[i] ?? 0) * weightAt(Math.abs(position - i) * this.#cutoff);
    return sum * this.#cutoff;
  }
}

const weights = Float64Array.from({ length: crossings * resolution + 2 }, (_, i) => {
  const x = i / resolution;
  if (x >= crossings) return 0;
  const window = besselI0(kaiserBeta * Math.sqrt(1 - (x / crossings) ** 2)) / besselI0(kaiserBeta);
  return (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
});

function weightAt(distance: number): number {
  const at = distance * resolution;
  const index = Math.floor(at);
  const before = weights[index] ?? 0;
  return before + (at - index) * ((weights[index + 1] ?? 0) - before);
}
