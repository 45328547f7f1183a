import type { Speaker } from "#app/features/tracks/script.ts";
import { measureLoudness } from "./loudness.ts";

/** The usual loudness of mono podcasts. */
const targetLufs = -19;
/** −1.5 dBFS, because the encoder overshoots. */
const peakCeiling = 0.84;
/** A voice is amplified by at most 24 dB, so that near-silence does not become noise. */
const maxGain = 16;
/** Higher rates are halved: speech has little above 12 kHz, and encoding 48 kHz takes twice as long. */
const maxSampleRate = 24_000;
const pauseSeconds = 0.35;
const tailSeconds = 0.3;

/** A track before encoding. */
export interface Mix {
  /** Mono; shared, so that both encoders read it without a copy. */
  pcm: Float32Array<SharedArrayBuffer>;
  /** Samples per second: the engine's, or half of it. */
  sampleRate: number;
  /** First and past-the-last sample of each turn. */
  spans: { start: number; end: number }[];
}

/**
 * Joins spoken turns into one track: trims silence at the ends of each turn, normalises the loudness with one gain per
 * voice, limits peaks, and inserts pauses of 0.35 s / `speakingRate`. Synchronous and slow: for a worker thread. Empties
 * `turns`, so that the memory of each turn is freed once it is read.
 */
export function mixTurns(o: {
  turns: Float32Array[];
  speakers: readonly Speaker[];
  sampleRate: number;
  speakingRate: number;
}): Mix {
  const isHalved = o.sampleRate > maxSampleRate && o.sampleRate % 2 === 0;
  const sampleRate = isHalved ? o.sampleRate / 2 : o.sampleRate;
  const turns: Float32Array[] = [];
  for (let samples = o.turns.shift(); samples; samples = o.turns.shift()) {
    turns.push(trimSilence(isHalved ? halveSampleRate(samples) : samples, sampleRate));
  }
  const gains = { A: gainOf("A"), B: gainOf("B") };
  const pause = Math.round((pauseSeconds / o.speakingRate) * sampleRate);
  const tail = Math.round(tailSeconds * sampleRate);
  const total =
    turns.reduce((sum, { length }) => sum + length, 0) + pause * Math.max(0, turns.length - 1) + tail;
  const pcm = new Float32Array(new SharedArrayBuffer(total * Float32Array.BYTES_PER_ELEMENT));
  const spans: Mix["spans"] = [];
  let at = 0;
  for (const [i, samples] of turns.entries()) {
    const target = pcm.subarray(at, at + samples.length);
    amplify({ samples, target, gain: gains[o.speakers[i] ?? "A"], sampleRate });
    spans.push({ start: at, end: at + samples.length });
    at += samples.length + pause;
  }
  return { pcm, sampleRate, spans };

  function gainOf(speaker: Speaker): number {
    const loudness = measureLoudness(
      turns.filter((_, i) => o.speakers[i] === speaker),
      sampleRate,
    );
    return loudness === undefined ? 1 : Math.min(maxGain, 10 ** ((targetLufs - loudness) / 20));
  }
}

/** Trims what is 50 dB below the peak from both ends, but for 20 ms before and 60 ms after. Silence stays unchanged. */
function trimSilence(samples: Float32Array, sampleRate: number): Float32Array {
  const threshold = peakOf(samples) / 316;
  if (threshold < 1e-6) return samples;
  let first = 0;
  while (first < samples.length && Math.abs(samples[first] ?? 0) < threshold) first++;
  let last = samples.length - 1;
  while (last > first && Math.abs(samples[last] ?? 0) < threshold) last--;
  return samples.subarray(
    Math.max(0, first - Math.round(0.02 * sampleRate)),
    last + Math.round(0.06 * sampleRate),
  );
}

function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const x of samples) if (x > peak || -x > peak) peak = Math.abs(x);
  return peak;
}

/**
 * Writes `samples × gain` with limited peaks: the attenuation that each sample needs decays exponentially backwards
 * (2 ms) and forwards (60 ms), so that it is always sufficient and never jumps.
 */
function amplify(o: { samples: Float32Array; target: Float32Array; gain: number; sampleRate: number }): void {
  const { samples, target, gain } = o;
  if (peakOf(samples) * gain <= peakCeiling) {
    for (let i = 0; i < samples.length; i++) target[i] = (samples[i] ?? 0) * gain;
    return;
  }
  const excess = new Float32Array(samples.length);
  const attack = Math.exp(-1 / (0.002 * o.sampleRate));
  const release = Math.exp(-1 / (0.06 * o.sampleRate));
  let reduction = 0;
  for (let i = samples.length - 1; i >= 0; i--) {
    reduction = Math.max((Math.abs(samples[i] ?? 0) * gain) / peakCeiling - 1, reduction * attack);
    excess[i] = reduction;
  }
  reduction = 0;
  for (let i = 0; i < samples.length; i++) {
    reduction = Math.max(excess[i] ?? 0, reduction * release);
    target[i] = ((samples[i] ?? 0) * gain) / (1 + reduction);
  }
}

/** Pairs of taps around the middle one: 47 taps pass 0–20 % of the rate and attenuate its aliases by 60 dB. */
const tapPairs = 12;

/** Weights of the samples at the odd distances 1, 3, 5, …: half-band low-pass, a Blackman-windowed sinc of unit gain. */
const tapWeights = (() => {
  const raw = Float64Array.from({ length: tapPairs }, (_, k) => {
    const distance = 2 * k + 1;
    const phase = (Math.PI * distance) / (2 * tapPairs);
    const window = 0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase);
    return (Math.sin((Math.PI * distance) / 2) / (Math.PI * distance)) * window;
  });
  // The middle tap is 0.5, and the sum of all taps 1.
  const sum = 2 * raw.reduce((total, weight) => total + weight, 0);
  return raw.map((weight) => (weight * 0.5) / sum);
})();

/** The samples at half the sample rate, without delay. Synchronous: for a worker thread. */
export function halveSampleRate(samples: Float32Array): Float32Array {
  const margin = 2 * tapPairs;
  const padded = new Float32Array(samples.length + 2 * margin);
  padded.set(samples, margin);
  const half = new Float32Array(Math.ceil(samples.length / 2));
  for (let i = 0; i < half.length; i++) {
    const middle = margin + 2 * i;
    let sum = 0.5 * (padded[middle] ?? 0);
    for (let k = 0, distance = 1; k < tapPairs; k++, distance += 2) {
      sum += (tapWeights[k] ?? 0) * ((padded[middle - distance] ?? 0) + (padded[middle + distance] ?? 0));
    }
    half[i] = sum;
  }
  return half;
}
