/** The MP3 encoder multiplies what it gets by 0.95 (LAME's default scale). */
const encoderScale = 0.95;
/** Before encoding; encoded it is −19, the usual loudness of mono podcasts. */
export const targetLufs = -19 - 20 * Math.log10(encoderScale);
/** Sound is amplified by at most 24 dB, so that near-silence does not become noise. */
const maxGain = 16;

/** The factor that brings sound of this loudness to that of all tracks before encoding; 1 for silence (`undefined`). */
export function normalizingGain(loudness: number | undefined): number {
  return loudness === undefined ? 1 : Math.min(maxGain, 10 ** ((targetLufs - loudness) / 20));
}

/**
 * Loudness in LUFS by ITU-R BS.1770-4: K-weighted power in blocks of 400 ms that overlap by 75 %, with the absolute gate
 * at −70 LUFS and the relative one 10 LU below the mean of the remaining blocks. The buffers count as one recording, no
 * block spans two of them, and a buffer shorter than a block is one block. `undefined` for silence.
 */
export function measureLoudness(buffers: readonly Float32Array[], sampleRate: number): number | undefined {
  return gatedLoudness(buffers.flatMap((samples) => blockPowers(samples, sampleRate)));
}

/** Mean K-weighted power of every block of 400 ms (see `measureLoudness`). */
export function blockPowers(samples: Float32Array, sampleRate: number): number[] {
  const meter = new LoudnessMeter(sampleRate);
  meter.push(samples);
  return meter.blockPowers();
}

/** The loudness in LUFS of a recording with these blocks (see `measureLoudness`). */
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

/** Measures the loudness of sound that comes in parts (see `measureLoudness`). */
export class LoudnessMeter {
  readonly #quarter: number;
  readonly #filters: [Biquad, Biquad];
  readonly #state = { s1: 0, s2: 0, h1: 0, h2: 0 };
  /** Of the K-weighted squares, for each full quarter of a block. */
  readonly #sums: number[] = [];
  #sum = 0;
  #inQuarter = 0;

  constructor(sampleRate: number) {
    this.#quarter = Math.round(sampleRate / 10);
    this.#filters = kWeighting(sampleRate);
  }

  push(samples: Float32Array): void {
    // Transposed direct form II, both filters in one pass. This loop sees every sample of a track: by index and on locals it takes
    // a third of the time.
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

  /** Loudness in LUFS of all that was pushed; `undefined` for silence. */
  loudness(): number | undefined {
    return gatedLoudness(this.blockPowers());
  }

  /** Mean K-weighted power of every block. */
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
 * The two filters of K-weighting for any sample rate: the analogue prototypes behind the coefficients that BS.1770
 * gives for 48 kHz (a shelf of +4 dB above 1.7 kHz and a high-pass at 38 Hz), by the bilinear transform.
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
