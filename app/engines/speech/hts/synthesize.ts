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

/** At full volume loud vowels exceed the 16 bits in which speech is stored. Tracks are normalised later. */
const gain = 10 ** (-10 / 20);
const fullScale = 32_768;

/** Between two pieces of one turn, in seconds at normal speed: where a sentence ends, and elsewhere. */
const jointSeconds = { sentence: 0.5, part: 0.2 };

/** Whether a sentence ends with a piece of marked text. */
export const endsSentence = (piece: string): boolean => !/[、｜]$/.test(piece);

/** Seconds of silence between a piece of marked text and the next one of its turn, at normal speed. */
export const jointAfter = (piece: string): number => jointSeconds[endsSentence(piece) ? "sentence" : "part"];

/** What a voice is made of, its files read, in a mood. */
export interface LoadedVoice {
  style: VoiceStyle;
  mix: VoiceMix;
  equalizer: Equalizer;
}

/** How a text is spoken. */
export interface Speaking {
  /** Those of the same text, whose parts of speech are heard. */
  words: readonly Word[];
  voice: LoadedVoice;
  speakingRate: number;
  /** Whether a sentence ends with the text. */
  isStatement: boolean;
  stressesFigures?: boolean | undefined;
  place?: ParagraphPlace | undefined;
  /** Called often; may throw to stop. */
  checkpoint?: () => void;
}

/** The labels of accent phrases with how long each is and the shape of each phrase; null for no phrases. */
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

/** Seconds from the first phoneme of accent phrases to the end of the last one, without speaking them; 0 for no phrases. */
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

/** What is heard of accent phrases, frame by frame, with the labels that it was made from; null for no phrases. */
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

/** Sound, and where in it the first phoneme begins and the last one ends, in samples. */
export interface SynthesizedSpeech {
  samples: Float32Array<ArrayBuffer>;
  start: number;
  end: number;
}

/** Speaks accent phrases: samples of −1…1 in steps of 16 bits, empty for no phrases. */
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
  // A sentence from the cache, which holds 16 bits, is the same as one that was just spoken.
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

/** All vowels and sibilants, and words as they come. */
const referenceText = "今日はとても良い天気なので、静かに水をすすって、ちょっと公園まで歩いて行きました。";

/** The equaliser of a voice, from how it says a sentence. */
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
