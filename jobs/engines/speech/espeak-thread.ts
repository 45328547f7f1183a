import { parentPort, workerData } from "node:worker_threads";
import type { Speaker, Turn } from "#app/features/creation/script-turns.ts";
import { yieldProcessor } from "../yield-processor.ts";
import { loadEspeak } from "./espeak-program.ts";
import { loadKanaReader } from "./kana-reader.ts";
import { pcmToFloat, readWav } from "./read-wav.ts";
import { speakableText } from "./speakable-text.ts";

/** What the thread is given (`workerData`). */
export interface EspeakJob {
  turns: readonly Turn[];
  speakingRate: number;
  sampleRate: number;
  /** Length of what stands for an unspeakable turn. */
  silentSamples: number;
}

/** What it posts, once per turn in order. */
export interface EspeakTurn {
  samples: Float32Array<ArrayBuffer>;
}

// Variants of one Japanese voice with other formants: medians of about 190 Hz and 95 Hz.
const VOICES: Record<Speaker, readonly string[]> = {
  A: ["-v", "ja+f2", "-p", "50"],
  B: ["-v", "ja+m3", "-p", "45"],
};

/** Words per minute for a speaking rate; the exponent makes the measured length inversely proportional to the rate. */
function wordsPerMinute(speakingRate: number): number {
  return Math.round(175 * speakingRate ** 0.9);
}

const job: EspeakJob = workerData;
yieldProcessor();
const [espeak, readKana] = await Promise.all([loadEspeak(), loadKanaReader()]);

for (const turn of job.turns) {
  const samples = speakTurn(turn);
  const message: EspeakTurn = { samples };
  parentPort?.postMessage(message, [samples.buffer]);
}

function speakTurn(turn: Turn): Float32Array<ArrayBuffer> {
  const silence = () => new Float32Array(job.silentSamples);
  const kana = readKana(speakableText(turn.text));
  if (kana === "") return silence();
  const file = espeak(kana, [...VOICES[turn.speaker], "-s", String(wordsPerMinute(job.speakingRate))]);
  const wav = file && readWav(file);
  if (!wav) return silence();
  if (wav.sampleRate !== job.sampleRate)
    throw new Error(`eSpeak NG spoke at ${wav.sampleRate} Hz, not ${job.sampleRate}`);
  const samples = new Float32Array(Math.floor(wav.pcm.byteLength / 2));
  pcmToFloat({ pcm: wav.pcm, target: samples, offset: 0 });
  return samples;
}
