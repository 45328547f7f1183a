import type { ParagraphPlace } from "#app/engines/speech/speech-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase, ReadPhrases } from "./front-end.ts";
import { findLabelWords, findWords } from "./label-words.ts";
import { type Label, makeLabels } from "./labels.ts";
import { generateParameters, type SpeechParameters, timeStates, type VoiceMix } from "./parameters.ts";
import { choosePauses } from "./pauses.ts";
import { shapePhrases } from "./phrase-shapes.ts";
import { type Equalizer, equalize, measureEqualizer } from "./presence.ts";
import { shapePitch, spansOf, timeLabels, voiceQuestions } from "./prosody.ts";
import { vocode } from "./vocoder.ts";
import type { VoiceStyle } from "./voices.ts";

/** Loud vowels exceed 16 bits at full volume; tracks are normalised later. */
const gain = 10 ** (-10 / 20);
const fullScale = 32_768;

/** Pauses within a turn, in seconds at normal speed: after a sentence, and elsewhere. */
const jointSeconds = { sentence: 0.5, part: 0.2 };

/** Whether a sentence ends with a piece of marked text. */
export const endsSentence = (piece: string): boolean => !/[、｜]$/.test(piece);

/** Seconds at normal speed. */
export const jointAfter = (piece: string): number => jointSeconds[endsSentence(piece) ? "sentence" : "part"];

/** A voice with its files, in a mood. */
export interface LoadedVoice {
  style: VoiceStyle;
  mix: VoiceMix;
  equalizer: Equalizer;
}

export interface Speaking {
  words: readonly Word[];
  voice: LoadedVoice;
  speakingRate: number;
  isStatement: boolean;
  stressesFigures?: boolean | undefined;
  place?: ParagraphPlace | undefined;
  /** May throw to stop. */
  checkpoint?: () => void;
}

function timePhrases(phrases: readonly AccentPhrase[], o: Speaking) {
  const spoken = voiceQuestions(phrases);
  const wordsOf = findWords(spoken, o.words);
  const words = findLabelWords(wordsOf);
  const labels = makeLabels(spoken.map((phrase, index) => ({ ...phrase, words: words[index] ?? [] })));
  if (labels.length === 0) return null;
  const shapes = shapePhrases(spoken, {
    wordsOf,
    words: o.words,
    stressesFigures: o.stressesFigures ?? false,
  });
  const timing = timeLabels(labels, {
    phrases: spoken,
    shapes,
    pauses: choosePauses(spoken, wordsOf),
    rate: o.speakingRate,
    pace: o.voice.style.pace,
  });
  return { labels, spoken, shapes, timing };
}

/** First phoneme to last, without speaking; 0 for no phrases. */
export function secondsOf(phrases: readonly AccentPhrase[], o: Speaking): number {
  const timed = timePhrases(phrases, o);
  const [first] = o.voice.mix;
  if (!timed || !first) return 0;
  const { labels, timing } = timed;
  const texts = labels.map(({ text }) => text);
  const spans = spansOf(labels, timeStates(texts, { mix: o.voice.mix, ...timing }));
  const spoken = spans.filter(({ phrase }) => phrase !== undefined);
  const frames = (spoken.at(-1)?.to ?? 0) - (spoken[0]?.from ?? 0);
  return (frames * first.voice.framePeriod) / first.voice.sampleRate;
}

/** The parameters with their labels; null for no phrases. */
export function makeParameters(
  phrases: readonly AccentPhrase[],
  o: Speaking,
): { labels: Label[]; parameters: SpeechParameters } | null {
  const { style, mix, equalizer } = o.voice;
  const timed = timePhrases(phrases, o);
  if (!timed) return null;
  const { labels, spoken, shapes, timing } = timed;
  const parameters = generateParameters(
    labels.map(({ text }) => text),
    { mix, ...timing, checkpoint: o.checkpoint },
  );
  const { isStatement, place } = o;
  shapePitch(parameters, { labels, phrases: spoken, shapes, place, ...style, isStatement });
  equalize(parameters, { labels, equalizer });
  return { labels, parameters };
}

export interface SynthesizedSpeech {
  samples: Float32Array<ArrayBuffer>;
  start: number;
  end: number;
}

/** −1…1 in 16-bit steps; empty for no phrases. */
export function synthesize(phrases: readonly AccentPhrase[], o: Speaking): SynthesizedSpeech {
  const { style, mix } = o.voice;
  const [first] = mix;
  if (!first) throw new RangeError("the voice has no file");
  const made = makeParameters(phrases, o);
  if (!made) return { samples: new Float32Array(), start: 0, end: 0 };
  const { sampleRate, framePeriod, alpha } = first.voice;
  const samples = vocode(made.parameters, {
    sampleRate,
    framePeriod,
    alpha: style.alpha ?? alpha,
    gain,
    checkpoint: o.checkpoint,
  });
  // The cache holds 16 bits: a sentence from it is the same.
  for (let i = 0; i < samples.length; i++) {
    const step = Math.round((samples[i] ?? 0) * fullScale);
    samples[i] = Math.max(-fullScale, Math.min(fullScale - 1, step)) / fullScale;
  }
  const spoken = spansOf(made.labels, made.parameters.durations).filter(({ phrase }) => phrase !== undefined);
  return {
    samples,
    start: (spoken[0]?.from ?? 0) * framePeriod,
    end: (spoken.at(-1)?.to ?? 0) * framePeriod,
  };
}

const referenceText = "今日はとても良い天気なので、静かに水をすすって、ちょっと公園まで歩いて行きました。";

/** Measures a voice's equaliser on a sentence. */
export function equalizerOf(o: { style: VoiceStyle; mix: VoiceMix; read: ReadPhrases }): Equalizer {
  const [first] = o.mix;
  if (!first) throw new RangeError("the voice has no file");
  const { sampleRate, alpha } = first.voice;
  const phrases = o.read(referenceText);
  const words = findLabelWords(findWords(phrases, []));
  const labels = makeLabels(phrases.map((phrase, index) => ({ ...phrase, words: words[index] ?? [] })));
  const parameters = generateParameters(
    labels.map((label) => label.text),
    { mix: o.mix },
  );
  return measureEqualizer({ labels, parameters }, { sampleRate, alpha: o.style.alpha ?? alpha });
}
