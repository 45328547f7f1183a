import type { Word } from "#app/engines/words/analyze-words.ts";
import type { AccentPhrase } from "./front-end.ts";
import { findLabelWords } from "./label-words.ts";
import { makeLabels } from "./labels.ts";
import { generateParameters, type VoiceMix } from "./parameters.ts";
import { shapePitch, speedsOf, voiceQuestions } from "./prosody.ts";
import { vocode } from "./vocoder.ts";
import type { VoiceStyle } from "./voices.ts";

/** At full volume loud vowels exceed the 16 bits in which speech is stored. Tracks are normalised later. */
const gain = 10 ** (-10 / 20);
const fullScale = 32_768;

/** What a voice is made of, its files read. */
export interface LoadedVoice {
  style: VoiceStyle;
  mix: VoiceMix;
}

/**
 * Speaks accent phrases: samples of −1…1 in steps of 16 bits, empty for no phrases. `words` are those of the same text, whose parts of
 * speech are heard. `isStatement` says that the text ends a sentence. `checkpoint` is called often and may throw to stop.
 */
export function synthesize(
  phrases: readonly AccentPhrase[],
  o: {
    words: readonly Word[];
    voice: LoadedVoice;
    speakingRate: number;
    isStatement: boolean;
    checkpoint?: () => void;
  },
): Float32Array<ArrayBuffer> {
  const { style, mix } = o.voice;
  const [first] = mix;
  if (!first) throw new RangeError("the voice has no file");
  const spoken = voiceQuestions(phrases);
  const words = findLabelWords(spoken, o.words);
  const labels = makeLabels(spoken.map((phrase, index) => ({ ...phrase, words: words[index] ?? [] })));
  if (labels.length === 0) return new Float32Array();
  const speeds = speedsOf(labels, spoken, {
    speed: o.speakingRate * style.pace,
    pauseSpeed: o.speakingRate,
  });
  const parameters = generateParameters(
    labels.map(({ text }) => text),
    { mix, speeds, checkpoint: o.checkpoint },
  );
  shapePitch(parameters, { labels, phrases: spoken, ...style, isStatement: o.isStatement });
  const { sampleRate, framePeriod, alpha } = first.voice;
  const samples = vocode(parameters, {
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
  return samples;
}
