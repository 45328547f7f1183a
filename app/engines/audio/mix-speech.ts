import type { Speaker } from "#app/engines/script/script.ts";
import { addBreath } from "./breath.ts";
import { findSpeech, type Span } from "./find-speech.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { blockPowers, gatedLoudness, measureLoudness, normalizingGain, targetLufs } from "./loudness.ts";
import { PeakLimiter } from "./peak-limiter.ts";
import { frameSamples } from "./rendition-format.ts";
import type { Turnover } from "./stereo-placement.ts";

const maxSampleRate = 48_000;
/** The first voice begins this late; the codec's delay adds to it. */
const leadSeconds = 0.07;
/** The encoder adds up to two frames. */
const tailSeconds = 0.38;
/** Kept and faded around the voice: breath, and noise that would click. */
const headSeconds = 0.03;
const releaseSeconds = 0.08;
/** Heads and releases never overlap, at any speed. */
const minPauseSeconds = headSeconds + releaseSeconds;
/** A loudness that is closer (LU) is good enough. */
const loudnessTolerance = 0.1;
const largeCorrection = 0.5;
/** A larger correction (LU) is near-silence, which is already amplified fully. */
const maxCorrection = 3;
/** Limiting takes back about a fifth. */
const limitingShare = 1.25;

export interface SpokenUtterance {
  speaker: Speaker;
  pauseAfter: number;
  /** The speaker breathes in first. */
  hasBreath?: boolean;
}

interface Placed extends Span {
  speaker: Speaker;
}

/** `pcm`: mono; shared, so that encoders need no copy. */
export type Mix = ReturnType<typeof mixSpeech>;

/**
 * Joins utterances into a track: cuts out voices (`findSpeech`), fades, inserts pauses, brings voices to one loudness and the
 * track to −19 LUFS, limits peaks. Slow: for a worker thread. Empties `recordings` to free memory.
 */
export function mixSpeech(o: {
  recordings: Float32Array[];
  utterances: readonly SpokenUtterance[];
  sampleRate: number;
}) {
  const isHalved = o.sampleRate > maxSampleRate && o.sampleRate % 2 === 0;
  const sampleRate = isHalved ? o.sampleRate / 2 : o.sampleRate;
  const toSamples = (seconds: number) => Math.round(seconds * sampleRate);
  const [head, release] = [toSamples(headSeconds), toSamples(releaseSeconds)];

  const parts: { samples: Float32Array; placed: Placed }[] = [];
  /** Voices and their pauses, without head and release. */
  const speech: { start: number; end: number; pauses: Span[] }[] = [];
  /** Each begins in silence, before the breath. */
  const turnovers: Turnover[] = [];
  let at = toSamples(leadSeconds);
  for (const { speaker, pauseAfter } of o.utterances) {
    const recorded = o.recordings.shift() ?? new Float32Array(0);
    const samples = isHalved ? halveSampleRate(recorded) : recorded;
    const found = findSpeech(samples, sampleRate) ?? { start: 0, end: samples.length, pauses: [] };
    const begin = Math.max(0, found.start - head);
    const end = Math.min(samples.length, found.end + release);
    const offset = at - found.start;
    const kept = samples.subarray(begin, end);
    fade(kept, { in: found.start - begin, out: end - found.end });
    const before = parts.at(-1)?.placed;
    if (before?.speaker !== speaker) turnovers.push({ from: before?.end ?? 0, speaker });
    parts.push({ samples: kept, placed: { speaker, start: offset + begin, end: offset + end } });
    const shift = (span: Span) => ({ start: span.start + offset, end: span.end + offset });
    speech.push({ ...shift(found), pauses: found.pauses.map(shift) });
    at = offset + found.end + toSamples(Math.max(minPauseSeconds, pauseAfter));
  }

  const last = (speech.at(-1)?.end ?? 0) + toSamples(tailSeconds);
  const length = Math.ceil(last / frameSamples) * frameSamples;
  const pcm = new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
  const blocks = parts.map(({ samples, placed }) => ({
    ...placed,
    powers: blockPowers(samples, sampleRate),
  }));
  const gains = { A: normalizingGain(loudnessOf(blocks, "A")), B: normalizingGain(loudnessOf(blocks, "B")) };
  for (const { samples, placed } of parts)
    limit(samples, pcm.subarray(placed.start, placed.end), { gain: gains[placed.speaker], sampleRate });
  const placed = parts.map((part) => part.placed);
  // Limiting takes more from peaky voices.
  if (correctLoudness({ pcm, placed, sampleRate }) > largeCorrection)
    correctLoudness({ pcm, placed, sampleRate });
  for (const [index, { speaker, hasBreath }] of o.utterances.entries())
    if (hasBreath) addBreath(pcm, { speaker, before: speech[index]?.start ?? 0, sampleRate });
  return { pcm, sampleRate, speech, turnovers };
}

function fade(samples: Float32Array, length: { in: number; out: number }): void {
  for (let i = 0; i < length.in; i++)
    samples[i] = (samples[i] ?? 0) * Math.sin((Math.PI / 2) * ((i + 0.5) / length.in)) ** 2;
  const end = samples.length - 1;
  for (let i = 0; i < length.out; i++)
    samples[end - i] = (samples[end - i] ?? 0) * Math.sin((Math.PI / 2) * ((i + 0.5) / length.out)) ** 2;
}

function limit(samples: Float32Array, target: Float32Array, o: { gain: number; sampleRate: number }): void {
  const limiter = new PeakLimiter(o);
  const begun = limiter.push(samples);
  target.set(begun);
  target.set(limiter.flush(), begun.length);
}

/** Corrects voices and whole once more, after limiting and pauses. Returns the larger correction in LU. */
function correctLoudness(o: { pcm: Float32Array; placed: readonly Placed[]; sampleRate: number }): number {
  const { pcm, placed, sampleRate } = o;
  const blocks = placed.map((part) => ({
    ...part,
    powers: blockPowers(pcm.subarray(part.start, part.end), sampleRate),
  }));
  const whole = measureLoudness([pcm], sampleRate);
  const spoken = loudnessOf(blocks);
  if (whole === undefined || spoken === undefined) return 0;
  let largest = 0;
  for (const speaker of ["A", "B"] as const) {
    const own = loudnessOf(blocks, speaker);
    if (own === undefined) continue;
    const missing = targetLufs - own - (whole - spoken);
    if (Math.abs(missing) < loudnessTolerance || missing > maxCorrection) continue;
    largest = Math.max(largest, Math.abs(missing));
    const gain = 10 ** ((missing > 0 ? missing * limitingShare : missing) / 20);
    for (const part of placed) {
      const samples = pcm.subarray(part.start, part.end);
      if (part.speaker === speaker) limit(samples, samples, { gain, sampleRate });
    }
  }
  return largest;
}

function loudnessOf(
  blocks: readonly { speaker: Speaker; powers: number[] }[],
  speaker?: Speaker,
): number | undefined {
  return gatedLoudness(
    blocks.flatMap((part) => (speaker === undefined || part.speaker === speaker ? part.powers : [])),
  );
}
