import { setImmediate } from "node:timers/promises";
import { lexiconAccents } from "#app/engines/pronunciations/read-lexicon.ts";
import { markedText, splitForSpeech } from "#app/engines/pronunciations/speakable-text.ts";
import { createRequestThread } from "#app/engines/request-thread.ts";
import { breakLongPhrases } from "#app/engines/speech/breath-groups.ts";
import {
  resolveVoices,
  type SpeechEngine,
  type SpokenTurn,
  unspeakableSilenceSeconds,
} from "#app/engines/speech/speech-engine.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import type { SpeakRequest } from "./hts-thread.ts";
import { breathMark } from "./marked-phrases.ts";
import { paceOfMood } from "./moods.ts";
import { voicePaces } from "./voice-paces.ts";
import { type ConfiguredVoices, findVoices } from "./voices.ts";

/** The thread (190 MB) ends after this time; a start takes 0.3 s. */
const idleMs = 500;
const maxInThread = 2;

/** One thread per process: it speaks thirty times faster than people listen. */
const speakInThread = createRequestThread<SpeakRequest, Float32Array<ArrayBuffer>>({
  name: "hts-thread",
  base: import.meta.url,
  idleMs,
});

/**
 * Local speech: jpreprocess finds accent phrases, Lindera parts of speech, our HTS engine speaks. Only npm packages and shipped
 * voices. Rejects with `VoiceFileError` for an unusable configured voice.
 */
export async function createHtsEngine(configured: ConfiguredVoices = {}): Promise<SpeechEngine> {
  const { voices, defaultVoices, sampleRate } = await findVoices(configured);
  const silentSamples = Math.round(unspeakableSilenceSeconds * sampleRate);
  return {
    name: "local",
    voices,
    defaultVoices,
    sampleRate,
    takesAccents: true,
    takesProsody: true,
    paceOf(voiceId, mood) {
      const pace = voicePaces.get(voiceId);
      return pace && { ...pace, secondsPerMora: pace.secondsPerMora / paceOfMood(mood) };
    },
    async speak(turns, { speakingRate, voices: chosen, manner, signal, onTurn, onSpoken }) {
      signal.throwIfAborted();
      const ofSpeaker = resolveVoices({ voices, defaultVoices }, chosen);
      const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const cancel = () => void Atomics.store(cancelled, 0, 1);
      signal.addEventListener("abort", cancel, { once: true });
      const piecesOfTurns = await preparePieces(
        turns.map((turn) => ({ turn, maxMorae: ofSpeaker[turn.speaker].style.maxMorae })),
      );
      signal.throwIfAborted();
      const spoken: Float32Array[] = [];
      let next = 0;
      let done = 0;
      const speakNext = async (): Promise<void> => {
        for (let index = next++; index < turns.length; index = next++) {
          const { speaker, place } = turns[index] ?? { speaker: "A" };
          const { style } = ofSpeaker[speaker];
          const pieces = piecesOfTurns[index] ?? [];
          const sound = await speakInThread({
            pieces,
            style,
            speakingRate,
            manner,
            place,
            cancelled,
          });
          signal.throwIfAborted();
          const samples = sound.length > 0 ? sound : new Float32Array(silentSamples);
          spoken[index] = samples;
          onSpoken?.(index, samples);
          onTurn?.(++done, turns.length);
        }
      };
      const lanes = Array.from({ length: maxInThread }, () =>
        speakNext().catch((error: unknown) => {
          next = turns.length;
          cancel();
          throw error;
        }),
      );
      // Rejects only once nothing speaks.
      const ended = await Promise.allSettled(lanes);
      signal.removeEventListener("abort", cancel);
      signal.throwIfAborted();
      for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
      return spoken;
    },
  };
}

type Pieces = SpeakRequest["pieces"];

/** Pieces of a few sentences, with words and accents. */
async function preparePieces(turns: readonly { turn: SpokenTurn; maxMorae: number }[]): Promise<Pieces[]> {
  const texts: string[][] = [];
  for (const { turn, maxMorae } of turns) {
    texts.push(splitForSpeech(breakLongPhrases(markedText(turn.text), maxMorae, breathMark)));
    // Yields: the first text loads tables, and scripts have some hundred turns.
    await setImmediate();
  }
  // All at once: the analyser's dictionary is only in memory while it works.
  const words = await analyzeWords(texts.flat());
  let at = 0;
  return texts.map((pieces, index) => {
    const turn = turns[index]?.turn;
    // The member's accent wins.
    const accents = [...(turn?.accents ?? []), ...lexiconAccents(turn?.text ?? "")];
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    let before = 0;
    return pieces.map((text) => {
      const [from, share] = [before / length, text.length / length];
      before += text.length;
      const inPiece = accents
        .filter(({ place }) => place >= from && place < from + share)
        .map((accent) => ({ ...accent, place: (accent.place - from) / share }));
      return { text, words: words[at++] ?? [], accents: inPiece };
    });
  });
}
