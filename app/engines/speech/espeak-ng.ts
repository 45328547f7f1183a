import { runThread } from "#app/engines/run-thread.ts";
import type { EspeakJob, EspeakTurn } from "./espeak-thread.ts";
import {
  resolveVoices,
  type SpeechEngine,
  type SpeechVoice,
  unspeakableSilenceSeconds,
} from "./speech-engine.ts";

const espeakSampleRate = 22_050;

/** Variants of its Japanese voice. */
interface EspeakVoice extends SpeechVoice {
  /** Of its command line. */
  options: readonly string[];
}

// Median pitches of about 190, 95, 250 and 75 Hz.
const voices: readonly EspeakVoice[] = [
  { id: "f2", name: "女性の声", gender: "female", options: ["-v", "ja+f2", "-p", "50"] },
  { id: "m3", name: "男性の声", gender: "male", options: ["-v", "ja+m3", "-p", "45"] },
  { id: "f4", name: "女性・高めの声", gender: "female", options: ["-v", "ja+f4", "-p", "75"] },
  { id: "m7", name: "男性・低い声", gender: "male", options: ["-v", "ja+m7", "-p", "20"] },
];
const defaultVoices = { A: "f2", B: "m3" };

/**
 * The bundled engine: eSpeak NG on kana readings, for machines without Open JTalk. Needs the optional npm package
 * `espeak-ng` (GPL-3.0-or-later; see NOTICE). Each call runs in its own worker thread, which takes about 0.3 s to load
 * and frees about 250 MB at its end.
 */
export function createEspeakEngine(): SpeechEngine {
  return {
    name: "espeak-ng",
    voices,
    defaultVoices,
    sampleRate: espeakSampleRate,
    async speak(turns, { speakingRate, voices: chosen, signal, onTurn, onSpoken }) {
      signal.throwIfAborted();
      const spoken: Float32Array[] = [];
      let done = 0;
      if (turns.length === 0) return spoken;
      const ofSpeaker = resolveVoices({ voices, defaultVoices }, chosen);
      const workerData: EspeakJob = {
        turns: turns.map(({ speaker, text }) => ({ text, voice: ofSpeaker[speaker].options })),
        speakingRate,
        sampleRate: espeakSampleRate,
        silentSamples: Math.round(unspeakableSilenceSeconds * espeakSampleRate),
      };
      await runThread<EspeakTurn>({
        name: "espeak-thread",
        base: import.meta.url,
        workerData,
        signal,
        onMessage: ({ index, samples }) => {
          spoken[index] = samples;
          onSpoken?.(index, samples);
          onTurn?.(++done, turns.length);
        },
      });
      return spoken;
    },
  };
}
