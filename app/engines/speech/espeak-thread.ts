import { parentPort, workerData } from "node:worker_threads";
import { loadKanaReader } from "#app/engines/readings/kana-reader.ts";
import { speakableText, splitForSpeech } from "#app/engines/readings/speakable-text.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import { loadEspeak } from "./espeak-program.ts";
import { pcmToFloat } from "./read-wav.ts";

/** The thread's `workerData`. */
export interface EspeakJob {
  /** Texts with the options of their voices on eSpeak's command line. */
  turns: readonly { text: string; voice: readonly string[] }[];
  speakingRate: number;
  sampleRate: number;
  /** Samples of silence for a turn that can't be spoken. */
  silentSamples: number;
}

/** The thread's messages: one per turn, voice by voice. */
export interface EspeakTurn {
  /** Of its turn. */
  index: number;
  samples: Float32Array<ArrayBuffer>;
}

/** Words per minute, `175 · rate^0.94`: with this exponent the measured duration is inversely proportional to the rate. */
function wordsPerMinute(speakingRate: number): number {
  return Math.round(175 * speakingRate ** 0.94);
}

const job: EspeakJob = workerData;
lowerPriority();
const [speakLines, readKana] = await Promise.all([loadEspeak(job.sampleRate), loadKanaReader()]);

const turns = job.turns.map(({ text, voice }, index) => ({
  index,
  voice,
  lines: splitForSpeech(readKana(speakableText(text))),
}));
for (const { index } of turns.filter(({ lines }) => lines.length === 0)) post(index, []);
for (const ofVoice of Map.groupBy(turns, ({ voice }) => voice.join(" ")).values()) speakVoice(ofVoice);

/** Speaks the turns of one voice. */
function speakVoice(ofVoice: typeof turns): void {
  const queue = ofVoice.flatMap(({ index, lines }) =>
    lines.map((text, place) => ({ text, index, isLast: place === lines.length - 1 })),
  );
  const options = [...(ofVoice[0]?.voice ?? []), "-s", String(wordsPerMinute(job.speakingRate))];
  let line = 0;
  let pieces: Uint8Array[] = [];
  speakLines(
    queue.map(({ text }) => text),
    options,
    (pcm) => {
      pieces.push(pcm);
      const { index, isLast } = queue[line++] ?? { index: 0, isLast: false };
      if (!isLast) return;
      post(index, pieces);
      pieces = [];
    },
  );
}

/** Sends what was spoken of a turn, or silence for nothing. */
function post(index: number, pieces: readonly Uint8Array[]): void {
  const length = pieces.reduce((sum, { byteLength }) => sum + Math.floor(byteLength / 2), 0);
  const samples = new Float32Array(length || job.silentSamples);
  let offset = 0;
  for (const pcm of pieces) {
    pcmToFloat({ pcm, target: samples, offset });
    offset += Math.floor(pcm.byteLength / 2);
  }
  const message: EspeakTurn = { index, samples };
  parentPort?.postMessage(message, [samples.buffer]);
}
