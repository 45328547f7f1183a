import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "#app/engines/run-thread.ts";
import { type Mix, mixSpeech, type SpokenUtterance } from "./mix-speech.ts";

export interface MixJob {
  recordings: Float32Array[];
  utterances: readonly SpokenUtterance[];
  sampleRate: number;
}

const job: MixJob = workerData;
lowerPriority();
const mix: Mix = mixSpeech(job);
parentPort?.postMessage(mix);
