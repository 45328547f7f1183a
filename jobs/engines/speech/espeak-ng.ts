import { runThread } from "../run-thread.ts";
import type { EspeakJob, EspeakTurn } from "./espeak-thread.ts";
import { type SpeechEngine, unspeakableSilenceSeconds } from "./speech-engine.ts";

const espeakSampleRate = 22_050;

/**
 * The bundled engine: eSpeak NG on kana readings, for machines without Open JTalk. Needs the optional npm package
 * `espeak-ng` (GPL-3.0-or-later; see NOTICE). Each call runs in its own worker thread, which takes about 0.3 s to load
 * and frees about 250 MB at its end.
 */
export function createEspeakEngine(): SpeechEngine {
  return {
    name: "espeak-ng",
    sampleRate: espeakSampleRate,
    async speak(turns, { speakingRate, signal, onTurn }) {
      signal.throwIfAborted();
      const spoken: Float32Array[] = [];
      if (turns.length === 0) return spoken;
      const workerData: EspeakJob = {
        turns: turns.map(({ speaker, text }) => ({ speaker, text })),
        speakingRate,
        sampleRate: espeakSampleRate,
        silentSamples: Math.round(unspeakableSilenceSeconds * espeakSampleRate),
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
