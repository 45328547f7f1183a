import type { AccentPhrase } from "./front-end.ts";
import type { Label } from "./labels.ts";
import type { SpeechParameters } from "./parameters.ts";

/** Natural logarithm of a semitone. */
const semitone = Math.LN2 / 12;

/** A question rises on its last mora alone, which is longer than others; the accents before it stay as they are. */
const question = {
  /** How much slower the last mora is. */
  pace: 0.7,
  /** Share of the mora after which the pitch rises. */
  begin: 0.2,
  /** Semitones at least, from where the mora begins. */
  minRise: 5,
  maxRise: 9,
};
/** The last morae of a statement fall below what the voice does by itself. */
const statement = { morae: 3, fall: 1.5 };

/** Phrases as they are asked or told: where a question rises, the last vowel is heard. */
export function voiceQuestions(phrases: readonly AccentPhrase[]): AccentPhrase[] {
  return phrases.map((phrase) => {
    const last = phrase.moras.at(-1);
    if (!phrase.isQuestion || !last) return phrase;
    const phonemes = last.phonemes.map((phoneme) => (phoneme === "N" ? phoneme : phoneme.toLowerCase()));
    return { ...phrase, moras: [...phrase.moras.slice(0, -1), { ...last, phonemes }] };
  });
}

/** The speed of each label: silences at `pauseSpeed`, phonemes at `speed`, the last mora of a question slower. */
export function speedsOf(
  labels: readonly Label[],
  phrases: readonly AccentPhrase[],
  o: { speed: number; pauseSpeed: number },
): number[] {
  return labels.map((label) => {
    if (label.phrase === undefined) return o.pauseSpeed;
    return isEndOfQuestion(label, phrases) ? o.speed * question.pace : o.speed;
  });
}

/**
 * Changes the pitch of parameters: shifts it, widens or narrows its range around `centerHz`, lets questions rise and the end of a
 * statement fall. `isStatement` says that a sentence ends with the last phrase.
 */
export function shapePitch(
  parameters: SpeechParameters,
  o: {
    labels: readonly Label[];
    phrases: readonly AccentPhrase[];
    semitones: number;
    range: number;
    centerHz: number;
    isStatement: boolean;
  },
): void {
  const { logPitch } = parameters;
  const center = Math.log(o.centerHz);
  for (let frame = 0; frame < logPitch.length; frame++)
    logPitch[frame] = center + o.range * ((logPitch[frame] ?? Number.NaN) - center) + o.semitones * semitone;

  const spans = spansOf(o.labels, parameters.durations);
  for (const [index, phrase] of o.phrases.entries()) {
    if (!phrase.isQuestion) continue;
    const ofPhrase = spans.filter((span) => span.phrase === index);
    const ofMora = ofPhrase.filter(({ mora }) => mora === phrase.moras.length - 1);
    raise(logPitch, { phrase: hull(ofPhrase), mora: hull(ofMora), range: o.range });
  }
  const last = o.phrases.length - 1;
  const lastPhrase = o.phrases[last];
  if (!o.isStatement || !lastPhrase || lastPhrase.isQuestion) return;
  const { from, to } = hull(
    spans.filter(
      ({ phrase, mora = 0 }) => phrase === last && mora >= lastPhrase.moras.length - statement.morae,
    ),
  );
  for (let frame = from; frame < to; frame++) {
    const share = (frame - from + 0.5) / (to - from);
    logPitch[frame] = (logPitch[frame] ?? Number.NaN) - share * statement.fall * o.range * semitone;
  }
}

interface Span {
  from: number;
  to: number;
}

function isEndOfQuestion({ phrase, mora }: Label, phrases: readonly AccentPhrase[]): boolean {
  const own = phrase === undefined ? undefined : phrases[phrase];
  return own?.isQuestion === true && mora === own.moras.length - 1;
}

/** The frames of each label. */
function spansOf(labels: readonly Label[], durations: readonly (readonly number[])[]): (Label & Span)[] {
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

/** Instead of falling the last mora starts where it is and rises to the phrase's highest pitch, at least `minRise` above its start. */
function raise(
  logPitch: Float64Array,
  { phrase, mora, range }: { phrase: Span; mora: Span; range: number },
): void {
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
    logPitch[frame] = start + share * share * (3 - 2 * share) * rise * range;
  }
}
