import { MPEGDecoder } from "mpg123-decoder";

/** Samples −1…1 of its channels, and of the first. Throws on decoder errors. */
export async function decodeMp3(
  bytes: Uint8Array,
): Promise<{ sampleRate: number; samples: Float32Array; channels: Float32Array[] }> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const { channelData, sampleRate, errors } = decoder.decode(bytes);
    const [samples] = channelData;
    if (errors.length > 0 || !samples)
      throw new Error(`the MP3 does not decode: ${JSON.stringify(errors.slice(0, 3))}`);
    const channels = channelData.map((channel) => channel.slice());
    return { sampleRate, samples: channels[0] ?? new Float32Array(), channels };
  } finally {
    decoder.free();
  }
}

/** 0 for silence; 0.1 is −20 dBFS. */
export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const x of samples) sum += x * x;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** Neighbours read on each side, and points between two samples. */
const [interpolationReach, interpolationPoints] = [24, 4];

/** For each point: sinc under a Hann window. */
const interpolation = Array.from({ length: interpolationPoints }, (_, point) =>
  Float64Array.from({ length: 2 * interpolationReach }, (_, k) => {
    const x = k - interpolationReach + 1 - point / interpolationPoints;
    const window =
      Math.abs(x) < interpolationReach ? Math.cos((Math.PI * x) / 2 / interpolationReach) ** 2 : 0;
    return window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  }),
);

/** True peak in dBTP, at four times the sample rate (ITU-R BS.1770-4, annex 2). */
export function truePeak(samples: Float32Array): number {
  let peak = samples.reduce((best, x) => Math.max(best, Math.abs(x)), 0);
  const worthLooking = 0.6 * peak;
  for (let i = interpolationReach; i < samples.length - interpolationReach; i++) {
    if (Math.max(Math.abs(samples[i] ?? 0), Math.abs(samples[i + 1] ?? 0)) < worthLooking) continue;
    for (const weights of interpolation) {
      let between = 0;
      for (let k = 0; k < weights.length; k++)
        between += (weights[k] ?? 0) * (samples[i + k - interpolationReach + 1] ?? 0);
      peak = Math.max(peak, Math.abs(between));
    }
  }
  return 20 * Math.log10(peak);
}

/** Of voiced parts in Hz (60–400), by normalised autocorrelation of 40 ms frames; NaN if none. Reads at most 20 s. */
export function medianPitch(samples: Float32Array, sampleRate: number): number {
  const stride = Math.max(1, Math.round(sampleRate / 12_000));
  const rate = sampleRate / stride;
  const reduced = reduce(samples.subarray(0, 20 * sampleRate), stride);
  const frame = Math.round(rate * 0.04);
  const pitches: number[] = [];
  for (let at = 0; at + 2 * frame < reduced.length; at += frame) {
    const lag = bestLag(reduced, at, frame, rate);
    if (lag > 0) pitches.push(rate / lag);
  }
  pitches.sort((a, b) => a - b);
  return pitches[Math.floor(pitches.length / 2)] ?? Number.NaN;
}

function reduce(samples: Float32Array, stride: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / stride) }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < stride; k++) sum += samples[i * stride + k] ?? 0;
    return sum / stride;
  });
}

/** The clearest repetition; 0 if quiet or unvoiced. */
function bestLag(x: Float32Array, at: number, frame: number, rate: number): number {
  let own = 0;
  for (let i = 0; i < frame; i++) own += (x[at + i] ?? 0) ** 2;
  if (own / frame < 1e-4) return 0;
  let best = 0.6;
  let lag = 0;
  for (let candidate = Math.round(rate / 400); candidate <= rate / 60; candidate++) {
    let product = 0;
    let other = 0;
    for (let i = 0; i < frame; i++) {
      const later = x[at + i + candidate] ?? 0;
      product += (x[at + i] ?? 0) * later;
      other += later * later;
    }
    const likeness = product / Math.sqrt(own * other + 1e-12);
    // A longer lag must be clearly better: multiples of the period are nearly as good.
    if (likeness > best + 0.02) {
      best = likeness;
      lag = candidate;
    }
  }
  return lag;
}
