import { runThread } from "../run-thread.ts";
import type { EspeakJob, EspeakTurn } from "./espeak-thread.ts";
import { type SpeechEngine, UNSPEAKABLE_SECONDS } from "./speech-engine.ts";

const SAMPLE_RATE = 22_050;

/**
 * The bundled engine: eSpeak NG on kana readings, for machines without Open JTalk. Needs the optional npm package
 * `espeak-ng` (GPL-3.0-or-later; see NOTICE). Each call runs in a worker thread of its own, which gives about 250 MB
 * back at its end and takes about 0.3 s to load.
 */
export function createEspeakEngine(): SpeechEngine {
  return {
    name: "espeak-ng",
    sampleRate: SAMPLE_RATE,
    async speak(turns, { speakingRate, signal, onTurn }) {
      signal.throwIfAborted();
      const spoken: Float32Array[] = [];
      if (turns.length === 0) return spoken;
      const workerData: EspeakJob = {
        turns: turns.map(({ speaker, text }) => ({ speaker, text })),
        speakingRate,
        sampleRate: SAMPLE_RATE,
        silentSamples: Math.round(UNSPEAKABLE_SECONDS * SAMPLE_RATE),
      };
      await runThread<EspeakTurn>({
        name: "espeak-thread",
        base: import.meta.url,
        workerData,
        signal,
        onMessage: ({ samples }) => {
          spoken.push(samples);
          onTurn?.(spoken.length, turns.length);
        },
      });
      return spoken;
    },
  };
}
