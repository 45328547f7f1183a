import type { ParagraphPlace } from "#app/engines/speech/speech-engine.ts";
import type { AccentPhrase } from "./front-end.ts";
import type { Label } from "./labels.ts";
import type { SpeechParameters } from "./parameters.ts";
import type { PhraseShape } from "./phrase-shapes.ts";

const semitone = Math.LN2 / 12;
const frameMs = 5;

/** Only the last mora rises, and is longer; earlier accents stay. */
const question = {
  pace: 0.7,
  begin: 0.2,
  minRise: 5,
  maxRise: 9,
};
const statement = { morae: 3, fall: 1.5 };
/** Over a statement's last phrase, more at a paragraph's end (semitones). */
const finalLowering = { sentence: 0.7, paragraph: 1.4 };
/** Over a paragraph's sentences: semitones and range; the last for all others. */
const declination = [
  { semitones: 0.7, range: 1.05 },
  { semitones: 0.2, range: 1 },
  { semitones: -0.2, range: 0.97 },
  { semitones: -0.5, range: 0.95 },
];
const glideFrames = 13;

/** Voices the last vowel of a rising question. */
export function voiceQuestions(phrases: readonly AccentPhrase[]): AccentPhrase[] {
  return phrases.map((phrase) => {
    const last = phrase.moras.at(-1);
    if (!phrase.isQuestion || !last) return phrase;
    const phonemes = last.phonemes.map((phoneme) => (phoneme === "N" ? phoneme : phoneme.toLowerCase()));
    return { ...phrase, moras: [...phrase.moras.slice(0, -1), { ...last, phonemes }] };
  });
}

/**
 * Speed per label and fixed frames (5 ms) of pauses: silences at `rate`, phonemes also by voice and phrase, a question's last
 * mora slower. `pauses`: ms after each phrase.
 */
export function timeLabels(
  labels: readonly Label[],
  o: {
    phrases: readonly AccentPhrase[];
    shapes: readonly PhraseShape[];
    pauses: readonly number[];
    rate: number;
    pace: number;
  },
): { speeds: number[]; frames: (number | undefined)[] } {
  let before: number | undefined;
  const frames = labels.map(({ phrase, phoneme }) => {
    before = phrase ?? before;
    if (phoneme !== "pau" || before === undefined) return undefined;
    return Math.round((o.pauses[before] ?? 0) / o.rate / frameMs) || undefined;
  });
  const speeds = labels.map((label) => {
    if (label.phrase === undefined) return o.rate;
    const speed = o.rate * o.pace * (o.shapes[label.phrase]?.pace ?? 1);
    return isEndOfQuestion(label, o.phrases) ? speed * question.pace : speed;
  });
  return { speeds, frames };
}

/**
 * Shifts the pitch, scales its range around `centerHz`, by phrase and place, raises questions and lowers statements' ends.
 * `isStatement`: a sentence ends here.
 */
export function shapePitch(
  parameters: SpeechParameters,
  o: {
    labels: readonly Label[];
    phrases: readonly AccentPhrase[];
    shapes: readonly PhraseShape[];
    place?: ParagraphPlace | undefined;
    semitones: number;
    range: number;
    centerHz: number;
    isStatement: boolean;
  },
): void {
  const { logPitch } = parameters;
  const center = Math.log(o.centerHz);
  const spans = spansOf(o.labels, parameters.durations);
  const ofPlace = o.place && declination[Math.min(o.place.sentence, declination.length - 1)];
  const semitones = glide(spans, (phrase) => o.shapes[phrase]?.semitones ?? 0);
  const ranges = glide(spans, (phrase) => o.shapes[phrase]?.range ?? 1);
  for (let frame = 0; frame < logPitch.length; frame++) {
    const range = o.range * (ofPlace?.range ?? 1) * (ranges[frame] ?? 1);
    const shift = o.semitones + (ofPlace?.semitones ?? 0) + (semitones[frame] ?? 0);
    logPitch[frame] = center + range * ((logPitch[frame] ?? Number.NaN) - center) + shift * semitone;
  }

  for (const [index, phrase] of o.phrases.entries()) {
    if (!phrase.isQuestion) continue;
    const ofPhrase = spans.filter((span) => span.phrase === index);
    const ofMora = ofPhrase.filter(({ mora }) => mora === phrase.moras.length - 1);
    raise(logPitch, { phrase: hull(ofPhrase), mora: hull(ofMora) });
  }
  const last = o.phrases.length - 1;
  const lastPhrase = o.phrases[last];
  if (!o.isStatement || !lastPhrase || lastPhrase.isQuestion) return;
  const ofLast = spans.filter(({ phrase }) => phrase === last);
  const lowering = finalLowering[o.place?.isLast ? "paragraph" : "sentence"];
  lower(logPitch, hull(ofLast), lowering * o.range);
  const firstFalling = lastPhrase.moras.length - statement.morae;
  lower(logPitch, hull(ofLast.filter(({ mora = 0 }) => mora >= firstFalling)), statement.fall * o.range);
}

export interface Span {
  from: number;
  to: number;
}

function isEndOfQuestion({ phrase, mora }: Label, phrases: readonly AccentPhrase[]): boolean {
  const own = phrase === undefined ? undefined : phrases[phrase];
  return own?.isQuestion === true && mora === own.moras.length - 1;
}

export function spansOf(
  labels: readonly Label[],
  durations: readonly (readonly number[])[],
): (Label & Span)[] {
  let at = 0;
  return labels.map((label, index) => {
    const from = at;
    for (const frames of durations[index] ?? []) at += frames;
    return { ...label, from, to: at };
  });
}

function hull(spans: readonly Span[]): Span {
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
}

function glide(spans: readonly (Label & Span)[], shapeOf: (phrase: number) => number): Float64Array {
  const steps = new Float64Array(spans.at(-1)?.to ?? 0);
  let phrase = 0;
  for (const span of spans) {
    phrase = span.phrase ?? phrase;
    steps.fill(shapeOf(phrase), span.from, span.to);
  }
  const half = (glideFrames - 1) / 2;
  return steps.map((_, frame) => {
    const around = steps.subarray(Math.max(0, frame - half), frame + half + 1);
    return around.reduce((sum, value) => sum + value, 0) / around.length;
  });
}

function lower(logPitch: Float64Array, { from, to }: Span, semitones: number): void {
  for (let frame = from; frame < to; frame++) {
    const share = (frame - from + 0.5) / (to - from);
    logPitch[frame] = (logPitch[frame] ?? Number.NaN) - share * semitones * semitone;
  }
}

/**
 * From where the mora starts to the phrase's highest pitch, by `minRise` to `maxRise`. After the range: lively voices rise no
 * further.
 */
function raise(logPitch: Float64Array, { phrase, mora }: { phrase: Span; mora: Span }): void {
  const voiced = (span: Span) =>
    Array.from({ length: span.to - span.from }, (_, i) => span.from + i).filter(
      (frame) => !Number.isNaN(logPitch[frame]),
    );
  const frames = voiced(mora);
  const first = frames[0];
  if (first === undefined) return;
  const start = logPitch[first] ?? 0;
  const peak = Math.max(...voiced(phrase).map((frame) => logPitch[frame] ?? start));
  const rise = Math.min(question.maxRise * semitone, Math.max(question.minRise * semitone, peak - start));
  for (const frame of frames) {
    const share = Math.max(
      0,
      ((frame - first + 0.5) / frames.length - question.begin) / (1 - question.begin),
    );
    logPitch[frame] = start + share * share * (3 - 2 * share) * rise;
  }
}
