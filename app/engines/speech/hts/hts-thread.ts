import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { Mood } from "#app/engines/script/text-kind.ts";
import { setAccents } from "#app/engines/speech/set-accents.ts";
import type { ParagraphPlace, SpeakingManner, WordAccent } from "#app/engines/speech/speech-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { readAccentPhrases } from "./accents/accent-phrases.ts";
import { withoutEnd } from "./accents/accent-rules.ts";
import { loadFrontEnd } from "./front-end.ts";
import { inMood } from "./moods.ts";
import type { VoiceMix } from "./parameters.ts";
import type { Equalizer } from "./presence.ts";
import {
  endsSentence,
  equalizerOf,
  jointAfter,
  type LoadedVoice,
  type SynthesizedSpeech,
  synthesize,
} from "./synthesize.ts";
import { type HtsVoiceFile, readVoiceFile } from "./voice-file.ts";
import type { VoiceStyle } from "./voices.ts";

export interface SpeakRequest {
  /** Marked, some hundred characters each. */
  pieces: readonly { text: string; words: readonly Word[]; accents: readonly WordAccent[] }[];
  style: VoiceStyle;
  speakingRate: number;
  manner?: SpeakingManner | undefined;
  place?: ParagraphPlace | undefined;
  /** On a `SharedArrayBuffer`; not 0 stops the work. */
  cancelled: Int32Array;
}

const readPhrases = loadFrontEnd();
const voiceFiles = new Map<string, Promise<HtsVoiceFile>>();
const equalizers = new Map<string, Promise<Equalizer>>();

lowerPriority();
answerRequests(speak, ({ buffer }) => [buffer]);

async function speak(request: SpeakRequest): Promise<Float32Array<ArrayBuffer>> {
  const { style, speakingRate, manner, place, cancelled } = request;
  const checkpoint = () => {
    if (Atomics.load(cancelled, 0) !== 0) throw new Error("the speech was cancelled");
  };
  checkpoint();
  const [read, voice] = await Promise.all([readPhrases, loadVoice(style, manner?.mood ?? "neutral")]);
  const spoken = request.pieces.map(({ text, words, accents }) => {
    const phrases = readAccentPhrases(text, words, read);
    const sound = synthesize(setAccents(phrases, accents, withoutEnd) ?? phrases, {
      words,
      voice,
      speakingRate,
      isStatement: endsSentence(text),
      stressesFigures: manner?.stressesFigures,
      place,
      checkpoint,
    });
    return { ...sound, pauseAfter: jointAfter(text) / speakingRate };
  });
  const sampleRate = voice.mix[0]?.voice.sampleRate ?? 0;
  return joinPieces(
    spoken.filter(({ samples }) => samples.length > 0),
    sampleRate,
  );
}

/** With pauses between; the voice's own silences at both ends. */
function joinPieces(
  pieces: readonly (SynthesizedSpeech & { pauseAfter: number })[],
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const [first] = pieces;
  if (!first || pieces.length === 1) return first?.samples ?? new Float32Array();
  let at = 0;
  const placed = pieces.map(({ samples, start, end, pauseAfter }, index) => {
    const from = index === 0 ? 0 : start;
    const to = index === pieces.length - 1 ? samples.length : end;
    const place = { samples: samples.subarray(from, to), at };
    at += to - from + Math.round(pauseAfter * sampleRate);
    return place;
  });
  const last = placed.at(-1);
  const joined = new Float32Array(last ? last.at + last.samples.length : 0);
  for (const piece of placed) joined.set(piece.samples, piece.at);
  return joined;
}

async function loadVoice(style: VoiceStyle, mood: Mood): Promise<LoadedVoice> {
  const equalizer = equalizers.get(keyOf(style)) ?? measure(style);
  equalizers.set(keyOf(style), equalizer);
  const inIt = inMood(style, mood);
  return { style: inIt, mix: await loadMix(inIt), equalizer: await equalizer };
}

/** One equaliser per voice: moods must stay audible. */
const keyOf = ({ mix, alpha }: VoiceStyle) => JSON.stringify([mix, alpha]);

async function measure(style: VoiceStyle): Promise<Equalizer> {
  const [mix, read] = await Promise.all([loadMix(style), readPhrases]);
  return equalizerOf({ style, mix, read });
}

function loadMix(style: VoiceStyle): Promise<VoiceMix> {
  return Promise.all(
    style.mix.map(async ({ file, weight }) => {
      const reading = voiceFiles.get(file) ?? readVoiceFile(file);
      voiceFiles.set(file, reading);
      return { voice: await reading, weight };
    }),
  );
}
