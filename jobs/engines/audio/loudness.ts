/**
 * Loudness in LUFS by ITU-R BS.1770-4: K-weighted power in blocks of 400 ms that overlap by 75 %, with the absolute gate
 * at −70 LUFS and the relative one 10 LU below the mean of the remaining blocks. The buffers count as one recording, no
 * block spans two of them, and a buffer shorter than a block is one block. `undefined` for silence.
 */
export function measureLoudness(buffers: readonly Float32Array[], sampleRate: number): number | undefined {
  const blocks = buffers.flatMap((samples) => blockPowers(samples, sampleRate));
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

/** Mean K-weighted power of every block. */
function blockPowers(samples: Float32Array, sampleRate: number): number[] {
  const quarter = Math.round(sampleRate / 10);
  const [shelf, highPass] = kWeighting(sampleRate);
  const sums: number[] = [];
  let sum = 0;
  let inQuarter = 0;
  // Transposed direct form II, both filters in one pass: this loop sees every sample of a track.
  let s1 = 0;
  let s2 = 0;
  let h1 = 0;
  let h2 = 0;
  for (const x of samples) {
    const y = shelf.b0 * x + s1;
    s1 = shelf.b1 * x - shelf.a1 * y + s2;
    s2 = shelf.b2 * x - shelf.a2 * y;
    const z = highPass.b0 * y + h1;
    h1 = highPass.b1 * y - highPass.a1 * z + h2;
    h2 = highPass.b2 * y - highPass.a2 * z;
    sum += z * z;
    if (++inQuarter === quarter) {
      sums.push(sum);
      sum = 0;
      inQuarter = 0;
    }
  }
  if (sums.length < 4) {
    const whole = sums.reduce((total, part) => total + part, sum);
    return samples.length === 0 ? [] : [whole / samples.length];
  }
  return sums
    .slice(3)
    .map((last, i) => (last + (sums[i] ?? 0) + (sums[i + 1] ?? 0) + (sums[i + 2] ?? 0)) / (4 * quarter));
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
