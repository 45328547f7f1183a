import type { Speaker } from "#app/features/tracks/script.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { measureLoudness, normalizingGain } from "./loudness.ts";
import { PeakLimiter } from "./peak-limiter.ts";
import { frameSamples } from "./rendition-format.ts";

/** The highest rate of MP3. */
const maxSampleRate = 48_000;
const pauseSeconds = 0.35;
const tailSeconds = 0.3;
/** A track before encoding. */
export interface Mix {
  /** Mono; shared, so that both encoders read it without a copy. */
  pcm: Float32Array<SharedArrayBuffer>;
  /** Samples per second: the engine's, at most 48,000. */
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
  const length = Math.ceil(total / frameSamples) * frameSamples;
  const pcm = new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
  const spans: Mix["spans"] = [];
  let at = 0;
  for (let samples = turns.shift(); samples; samples = turns.shift()) {
    const limiter = new PeakLimiter({ gain: gains[o.speakers[spans.length] ?? "A"], sampleRate });
    const begun = limiter.push(samples);
    pcm.set(begun, at);
    pcm.set(limiter.flush(), at + begun.length);
    spans.push({ start: at, end: at + samples.length });
    at += samples.length + pause;
  }
  return { pcm, sampleRate, spans };

  function gainOf(speaker: Speaker): number {
    const spoken = turns.filter((_, i) => o.speakers[i] === speaker);
    return normalizingGain(measureLoudness(spoken, sampleRate));
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
