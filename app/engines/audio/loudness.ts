/** LAME's default scale. */
const encoderScale = 0.95;
/** Loudness before encoding; it is −19 afterwards, usual for mono podcasts. */
export const targetLufs = -19 - 20 * Math.log10(encoderScale);
/** 24 dB: near-silence must not become noise. */
const maxGain = 16;

/** The factor that brings sound to tracks' loudness before encoding; 1 for silence. */
export function normalizingGain(loudness: number | undefined): number {
  return loudness === undefined ? 1 : Math.min(maxGain, 10 ** ((targetLufs - loudness) / 20));
}

/**
 * LUFS by ITU-R BS.1770-4: K-weighted power in 400 ms blocks overlapping by 75 %, gated at −70 LUFS and 10 LU below the rest's
 * mean. Buffers are one recording, but no block spans two; a shorter buffer is one block. `undefined` for silence.
 */
export function measureLoudness(buffers: readonly Float32Array[], sampleRate: number): number | undefined {
  return gatedLoudness(buffers.flatMap((samples) => blockPowers(samples, sampleRate)));
}

/** Mean K-weighted power of each 400 ms block. */
export function blockPowers(samples: Float32Array, sampleRate: number): number[] {
  const meter = new LoudnessMeter(sampleRate);
  meter.push(samples);
  return meter.blockPowers();
}

export function gatedLoudness(blocks: readonly number[]): number | undefined {
  const loud = blocks.filter((power) => toLufs(power) > -70);
  if (loud.length === 0) return undefined;
  const gate = toLufs(mean(loud)) - 10;
  return toLufs(mean(loud.filter((power) => toLufs(power) > gate)));
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export class LoudnessMeter {
  readonly #quarter: number;
  readonly #filters: [Biquad, Biquad];
  readonly #state = { s1: 0, s2: 0, h1: 0, h2: 0 };
  /** K-weighted squares per quarter block. */
  readonly #sums: number[] = [];
  #sum = 0;
  #inQuarter = 0;

  constructor(sampleRate: number) {
    this.#quarter = Math.round(sampleRate / 10);
    this.#filters = kWeighting(sampleRate);
  }

  push(samples: Float32Array): void {
    // Transposed direct form II, both filters at once. This loop sees every sample: indexes and locals take a third of the
    // time.
    const [{ b0, b1, b2, a1, a2 }, { b0: c0, b1: c1, b2: c2, a1: d1, a2: d2 }] = this.#filters;
    const quarter = this.#quarter;
    let { s1, s2, h1, h2 } = this.#state;
    let sum = this.#sum;
    let inQuarter = this.#inQuarter;
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i] ?? 0;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = c0 * y + h1;
      h1 = c1 * y - d1 * z + h2;
      h2 = c2 * y - d2 * z;
      sum += z * z;
      if (++inQuarter === quarter) {
        this.#sums.push(sum);
        sum = 0;
        inQuarter = 0;
      }
    }
    Object.assign(this.#state, { s1, s2, h1, h2 });
    this.#sum = sum;
    this.#inQuarter = inQuarter;
  }

  /** LUFS; `undefined` for silence. */
  loudness(): number | undefined {
    return gatedLoudness(this.blockPowers());
  }

  blockPowers(): number[] {
    const sums = this.#sums;
    if (sums.length < 4) {
      const count = sums.length * this.#quarter + this.#inQuarter;
      return count === 0 ? [] : [sums.reduce((total, part) => total + part, this.#sum) / count];
    }
    return sums
      .slice(3)
      .map(
        (last, i) => (last + (sums[i] ?? 0) + (sums[i + 1] ?? 0) + (sums[i + 2] ?? 0)) / (4 * this.#quarter),
      );
  }
}

interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * K-weighting for any rate: BS.1770's analogue prototypes (a +4 dB shelf above 1.7 kHz, a high-pass at 38 Hz) by the bilinear
 * transform.
 */
function kWeighting(sampleRate: number): [Biquad, Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const shelfA0 = 1 + shelfK / q + shelfK * shelfK;
  const shelf = {
    b0: (vh + (vb * shelfK) / q + shelfK * shelfK) / shelfA0,
    b1: (2 * (shelfK * shelfK - vh)) / shelfA0,
    b2: (vh - (vb * shelfK) / q + shelfK * shelfK) / shelfA0,
    a1: (2 * (shelfK * shelfK - 1)) / shelfA0,
    a2: (1 - shelfK / q + shelfK * shelfK) / shelfA0,
  };
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQ = 0.5003270373238773;
  const passA0 = 1 + passK / passQ + passK * passK;
  const highPass = {
    b0: 1,
    b1: -2,
    b2: 1,
    a1: (2 * (passK * passK - 1)) / passA0,
    a2: (1 - passK / passQ + passK * passK) / passA0,
  };
  return [shelf, highPass];
}
