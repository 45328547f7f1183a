import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import { setAccents } from "#app/engines/speech/set-accents.ts";
import type { WordAccent } from "#app/engines/speech/speech-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { mendAccents } from "./accent-rules.ts";
import { type AccentPhrase, loadFrontEnd } from "./front-end.ts";
import { type LoadedVoice, synthesize } from "./synthesize.ts";
import { type HtsVoiceFile, readVoiceFile } from "./voice-file.ts";
import type { VoiceStyle } from "./voices.ts";

/** A turn to speak. */
export interface SpeakRequest {
  /** Speakable text in pieces of at most some hundred characters, with the words of each. */
  pieces: readonly { text: string; words: readonly Word[]; accents: readonly WordAccent[] }[];
  style: VoiceStyle;
  speakingRate: number;
  /** Of a `SharedArrayBuffer`: another number than 0 stops the work. */
  cancelled: Int32Array;
}

const readPhrases = loadFrontEnd();
const voiceFiles = new Map<string, Promise<HtsVoiceFile>>();

lowerPriority();
answerRequests(speak, ({ buffer }) => [buffer]);

/** The samples of a turn; none for one without a sound. */
async function speak(request: SpeakRequest): Promise<Float32Array<ArrayBuffer>> {
  const { style, speakingRate, cancelled } = request;
  const checkpoint = () => {
    if (Atomics.load(cancelled, 0) !== 0) throw new Error("the speech was cancelled");
  };
  checkpoint();
  const [read, voice] = await Promise.all([readPhrases, loadVoice(style)]);
  const spoken = request.pieces.map(({ text, words, accents }) => {
    const phrases = mendAccents(read(text));
    return synthesize(setAccents(phrases, accents, withoutEnd) ?? phrases, {
      words,
      voice,
      speakingRate,
      isStatement: !text.endsWith("、"),
      checkpoint,
    });
  });
  const samples = new Float32Array(spoken.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of spoken) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

const withoutEnd = (phrase: AccentPhrase): AccentPhrase => ({
  ...phrase,
  isQuestion: false,
  hasPauseAfter: false,
});

async function loadVoice(style: VoiceStyle): Promise<LoadedVoice> {
  const mix = await Promise.all(
    style.mix.map(async ({ file, weight }) => {
      const reading = voiceFiles.get(file) ?? readVoiceFile(file);
      voiceFiles.set(file, reading);
      return { voice: await reading, weight };
    }),
  );
  return { style, mix };
}
