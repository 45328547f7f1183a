import type { Speaker } from "#app/features/creation/script-turns.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { measureLoudness } from "./loudness.ts";

/** Podcasts in mono aim at this loudness. */
const TARGET_LUFS = -19;
/** −1.5 dBFS: the encoder overshoots what it is given. */
const PEAK_CEILING = 0.84;
/** A voice is raised by at most this factor (24 dB), so that a faulty near-silence does not become noise. */
const MOST_GAIN = 16;
/**
 * Tracks are at most at this rate, which is that of the networked engines too: speech has next to nothing above 12 kHz,
 * and encoding 48 kHz takes twice as long.
 */
const HIGHEST_RATE = 24_000;
const PAUSE_SECONDS = 0.35;
const TAIL_SECONDS = 0.3;

/** A track before encoding. */
export interface Mix {
  /** Mono, shared so that both encoders read it without a copy. */
  pcm: Float32Array<SharedArrayBuffer>;
  /** Samples per second: the engine's, or half of it. */
  sampleRate: number;
  /** First and past-the-last sample of each turn. */
  spans: { start: number; end: number }[];
}

/**
 * Joins spoken turns into one track: silence at the ends of a turn is cut, both voices are brought to one loudness
 * (one gain per voice, so that a voice keeps its own dynamics), peaks stay under the ceiling, and a pause stands
 * between turns that follows the speaking rate. Synchronous and long: for a worker thread. `turns` is emptied, which
 * lets go of the memory of each turn as soon as it is read.
 */
export function mixTurns(o: {
  turns: Float32Array[];
  speakers: readonly Speaker[];
  sampleRate: number;
  speakingRate: number;
}): Mix {
  const isHalved = o.sampleRate > HIGHEST_RATE && o.sampleRate % 2 === 0;
  const sampleRate = isHalved ? o.sampleRate / 2 : o.sampleRate;
  const turns: Float32Array[] = [];
  for (let samples = o.turns.shift(); samples; samples = o.turns.shift()) {
    turns.push(trimSilence(isHalved ? halveSampleRate(samples) : samples, sampleRate));
  }
  const gains = { A: gainOf("A"), B: gainOf("B") };
  const pause = Math.round((PAUSE_SECONDS / o.speakingRate) * sampleRate);
  const tail = Math.round(TAIL_SECONDS * sampleRate);
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
    return loudness === undefined ? 1 : Math.min(MOST_GAIN, 10 ** ((TARGET_LUFS - loudness) / 20));
  }
}

/** Cuts what is 50 dB under the peak from both ends but for 20 ms before and 60 ms after; silence stays as it is. */
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
 * Writes `samples × gain` with peaks limited: the attenuation that each sample needs is spread backwards (2 ms)
 * and forwards (60 ms) by exponential decay, so it never falls below the need and never jumps.
 */
function amplify(o: { samples: Float32Array; target: Float32Array; gain: number; sampleRate: number }): void {
  const { samples, target, gain } = o;
  if (peakOf(samples) * gain <= PEAK_CEILING) {
    for (let i = 0; i < samples.length; i++) target[i] = (samples[i] ?? 0) * gain;
    return;
  }
  const excess = new Float32Array(samples.length);
  const attack = Math.exp(-1 / (0.002 * o.sampleRate));
  const release = Math.exp(-1 / (0.06 * o.sampleRate));
  let held = 0;
  for (let i = samples.length - 1; i >= 0; i--) {
    held = Math.max((Math.abs(samples[i] ?? 0) * gain) / PEAK_CEILING - 1, held * attack);
    excess[i] = held;
  }
  held = 0;
  for (let i = 0; i < samples.length; i++) {
    held = Math.max(excess[i] ?? 0, held * release);
    target[i] = ((samples[i] ?? 0) * gain) / (1 + held);
  }
}
