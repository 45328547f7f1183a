import type { Speaker } from "#app/engines/script/script.ts";
import { addBreath } from "./breath.ts";
import { findSpeech, type Span } from "./find-speech.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { blockPowers, gatedLoudness, measureLoudness, normalizingGain, targetLufs } from "./loudness.ts";
import { PeakLimiter } from "./peak-limiter.ts";
import { frameSamples } from "./rendition-format.ts";
import type { Turnover } from "./stereo-placement.ts";

/** The highest rate of MP3. */
const maxSampleRate = 48_000;
/** The first voice begins so late in the mix; the codec's delay comes to it. */
const leadSeconds = 0.07;
/** From the last voice to the end of the mix; the encoder adds up to two of its frames. */
const tailSeconds = 0.38;
/** What is kept of a recording before and after the voice, and faded in and out: breath, and a noise floor that would click. */
const headSeconds = 0.03;
const releaseSeconds = 0.08;
/** Head and release of two recordings never overlap, however fast the voices speak. */
const minPauseSeconds = headSeconds + releaseSeconds;
/** A loudness that is closer than this (LU) is not corrected. */
const loudnessTolerance = 0.1;
/** After one of more than this (LU) loudness is corrected once more. */
const largeCorrection = 0.5;
/** What misses more (LU) is near-silence, which has been amplified as much as it may be. */
const maxCorrection = 3;
/** Limiting takes about a fifth of an amplification away again. */
const limitingShare = 1.25;

/** A spoken utterance: one mono buffer, at its speaker's level. */
export interface SpokenUtterance {
  speaker: Speaker;
  /** Seconds of silence between it and the next one's voice. */
  pauseAfter: number;
  /** Whether its speaker is heard breathing in before it. */
  hasBreath?: boolean;
}

/** A track before encoding. */
export interface Mix {
  /** Mono; shared, so that both encoders read it without a copy. */
  pcm: Float32Array<SharedArrayBuffer>;
  /** Samples per second: the engine's, at most 48,000. */
  sampleRate: number;
  /** Where the voice of each utterance is, and where it pauses; without its head and release. */
  speech: { start: number; end: number; pauses: Span[] }[];
  /** When which speaker is heard: each begins in silence, ahead of their breath. */
  turnovers: Turnover[];
}

interface Placed extends Span {
  speaker: Speaker;
}

/**
 * Joins spoken utterances into one track: takes the voice out of each recording (`findSpeech`), fades its ends, inserts the
 * pauses, brings both voices to one loudness and the track to −19 LUFS, and limits peaks. Synchronous and slow: for a worker
 * thread. Empties `recordings`, so that the memory of each is freed once it is read.
 */
export function mixSpeech(o: {
  recordings: Float32Array[];
  utterances: readonly SpokenUtterance[];
  sampleRate: number;
}): Mix {
  const isHalved = o.sampleRate > maxSampleRate && o.sampleRate % 2 === 0;
  const sampleRate = isHalved ? o.sampleRate / 2 : o.sampleRate;
  const toSamples = (seconds: number) => Math.round(seconds * sampleRate);
  const [head, release] = [toSamples(headSeconds), toSamples(releaseSeconds)];

  const parts: { samples: Float32Array; placed: Placed }[] = [];
  const speech: Mix["speech"] = [];
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
  // Peaky voices lose more by limiting than was made up for.
  if (correctLoudness({ pcm, placed, sampleRate }) > largeCorrection)
    correctLoudness({ pcm, placed, sampleRate });
  for (const [index, { speaker, hasBreath }] of o.utterances.entries())
    if (hasBreath) addBreath(pcm, { speaker, before: speech[index]?.start ?? 0, sampleRate });
  return { pcm, sampleRate, speech, turnovers };
}

/** Raised cosines over the first and the last samples, in place. */
function fade(samples: Float32Array, length: { in: number; out: number }): void {
  for (let i = 0; i < length.in; i++)
    samples[i] = (samples[i] ?? 0) * Math.sin((Math.PI / 2) * ((i + 0.5) / length.in)) ** 2;
  const end = samples.length - 1;
  for (let i = 0; i < length.out; i++)
    samples[end - i] = (samples[end - i] ?? 0) * Math.sin((Math.PI / 2) * ((i + 0.5) / length.out)) ** 2;
}

/** Writes the samples, amplified and limited, to `target`, which may be their own memory. */
function limit(samples: Float32Array, target: Float32Array, o: { gain: number; sampleRate: number }): void {
  const limiter = new PeakLimiter(o);
  const begun = limiter.push(samples);
  target.set(begun);
  target.set(limiter.flush(), begun.length);
}

/**
 * Brings each voice and the whole to their loudness once more: limiting takes some of it away, and the pauses between voices
 * count as much as their blocks overlap with them. Returns the larger correction in LU.
 */
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

/** The loudness of one speaker, or of both; `undefined` for silence. */
function loudnessOf(
  blocks: readonly { speaker: Speaker; powers: number[] }[],
  speaker?: Speaker,
): number | undefined {
  return gatedLoudness(
    blocks.flatMap((part) => (speaker === undefined || part.speaker === speaker ? part.powers : [])),
  );
}
