import { markedText, splitForSpeech } from "#app/engines/pronunciations/speakable-text.ts";
import type { Mood } from "#app/engines/script/text-kind.ts";
import { breakLongPhrases } from "#app/engines/speech/breath-groups.ts";
import { readAccentPhrases } from "#app/engines/speech/hts/accents/accent-phrases.ts";
import { loadFrontEnd } from "#app/engines/speech/hts/front-end.ts";
import { breathMark } from "#app/engines/speech/hts/marked-phrases.ts";
import { inMood } from "#app/engines/speech/hts/moods.ts";
import type { Equalizer } from "#app/engines/speech/hts/presence.ts";
import { type Span, spansOf } from "#app/engines/speech/hts/prosody.ts";
import {
  equalizerOf,
  jointAfter,
  type LoadedVoice,
  makeParameters,
  type Speaking,
  secondsOf,
  synthesize,
} from "#app/engines/speech/hts/synthesize.ts";
import { type HtsVoiceFile, readVoiceFile } from "#app/engines/speech/hts/voice-file.ts";
import { findVoices, type VoiceStyle } from "#app/engines/speech/hts/voices.ts";
import { unspeakableSilenceSeconds } from "#app/engines/speech/speech-engine.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";

const frameMs = 5;
const files = new Map<string, Promise<HtsVoiceFile>>();
/** By recordings and all-pass constant, as in the thread that speaks: measuring one takes as long as speaking a sentence. */
const equalizers = new Map<string, Equalizer>();

export async function openVoices() {
  const read = await loadFrontEnd();
  const { voices } = await findVoices({});
  const loadMix = (mix: VoiceStyle["mix"]) =>
    Promise.all(
      mix.map(async ({ file, weight }) => {
        const reading = files.get(file) ?? readVoiceFile(file);
        files.set(file, reading);
        return { voice: await reading, weight };
      }),
    );

  const styleOf = (id: string) => {
    const voice = voices.find((one) => one.id === id);
    if (!voice) throw new Error(`there is no voice ${id}`);
    return voice.style;
  };

  async function load(voice: string | VoiceStyle, mood: Mood = "neutral"): Promise<LoadedVoice> {
    const own = typeof voice === "string" ? styleOf(voice) : voice;
    const key = JSON.stringify([own.mix, own.alpha]);
    const equalizer = equalizers.get(key) ?? equalizerOf({ style: own, mix: await loadMix(own.mix), read });
    equalizers.set(key, equalizer);
    const style = inMood(own, mood);
    return { style, mix: await loadMix(style.mix), equalizer };
  }

  async function prepare(text: string, voice: LoadedVoice, o: Partial<Speaking>) {
    const marked = markedText(text);
    const [words = []] = await analyzeWords([marked]);
    const phrases = readAccentPhrases(marked, words, read);
    return { phrases, speaking: { words, voice, speakingRate: 1, isStatement: true, ...o } };
  }

  return {
    voices,
    read,
    load,
    /** The sound, its phonemes' bounds, and its ingredients. */
    async sound(text: string, voice: LoadedVoice, o: Partial<Speaking> = {}) {
      const { phrases, speaking } = await prepare(text, voice, o);
      const made = makeParameters(phrases, speaking);
      if (!made) throw new Error("nothing is said");
      return { ...synthesize(phrases, speaking), spoken: spansIn(made), parameters: made.parameters };
    },
    /** Per text, spoken in pieces, without the silences at both ends. */
    async seconds(texts: readonly string[], voice: LoadedVoice, o: Partial<Speaking> = {}) {
      const pieces = texts.map((text) =>
        splitForSpeech(breakLongPhrases(markedText(text), voice.style.maxMorae, breathMark)),
      );
      const words = await analyzeWords(pieces.flat());
      const speaking = { voice, speakingRate: 1, isStatement: true, ...o };
      let at = 0;
      return pieces.map((ofText) => {
        const spoken = ofText.map((piece) => {
          const ofPiece = words[at++] ?? [];
          const phrases = readAccentPhrases(piece, ofPiece, read);
          return { piece, seconds: secondsOf(phrases, { ...speaking, words: ofPiece }) };
        });
        const heard = spoken.filter(({ seconds }) => seconds > 0);
        if (heard.length === 0) return unspeakableSilenceSeconds;
        return heard.reduce(
          (sum, { piece, seconds }, index) =>
            sum + seconds + (index < heard.length - 1 ? jointAfter(piece) / speaking.speakingRate : 0),
          0,
        );
      });
    },
    async prosody(text: string, voice: LoadedVoice, o: Partial<Speaking> = {}) {
      const { phrases, speaking } = await prepare(text, voice, o);
      const made = makeParameters(phrases, speaking);
      if (!made) throw new Error("nothing is said");
      const { logPitch } = made.parameters;
      const spans = spansIn(made);
      const semitones = (ofSpans: readonly Span[]) =>
        ofSpans.flatMap(({ from, to }) =>
          Array.from(logPitch.subarray(from, to))
            .filter((pitch) => !Number.isNaN(pitch))
            .map((pitch) => (12 * pitch) / Math.LN2),
        );
      const ms = (ofSpans: readonly Span[]) =>
        ofSpans.reduce((sum, { from, to }) => sum + (to - from) * frameMs, 0);
      return {
        pauses: spans.filter(({ phoneme }) => phoneme === "pau").map((span) => ms([span])),
        /** Of the voiced frames. */
        pitch: semitones(spans),
        ms: ms(spans.filter(({ phrase }) => phrase !== undefined)),
        phrases: phrases.map((phrase, index) => {
          const ofPhrase = spans.filter((span) => span.phrase === index);
          const ofMora = ofPhrase.filter(({ mora }) => mora === phrase.moras.length - 1);
          return {
            text: phrase.moras.map((mora) => mora.text).join(""),
            pitch: semitones(ofPhrase),
            ms: ms(ofPhrase),
            lastMora: { pitch: semitones(ofMora), ms: ms(ofMora) },
          };
        }),
      };
    },
  };
}

const spansIn = (made: NonNullable<ReturnType<typeof makeParameters>>) =>
  spansOf(made.labels, made.parameters.durations);

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
