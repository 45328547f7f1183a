import { parentPort, workerData } from "node:worker_threads";
import type { Speaker } from "#app/features/creation/script-turns.ts";
import { yieldProcessor } from "../yield-processor.ts";
import { type Mix, mixTurns } from "./mix-turns.ts";

/** What the thread is given (`workerData`), the buffers of the turns transferred. */
export interface MixJob {
  turns: Float32Array[];
  speakers: readonly Speaker[];
  sampleRate: number;
  speakingRate: number;
}

const job: MixJob = workerData;
yieldProcessor();
const mix: Mix = mixTurns(job);
parentPort?.postMessage(mix);
