import { parentPort, workerData } from "node:worker_threads";
import type { Speaker } from "#app/features/tracks/script.ts";
import { lowerPriority } from "../run-thread.ts";
import { type Mix, mixTurns } from "./mix-turns.ts";

/** The thread's `workerData`; the buffers of the turns are transferred. */
export interface MixJob {
  turns: Float32Array[];
  speakers: readonly Speaker[];
  sampleRate: number;
  speakingRate: number;
}

const job: MixJob = workerData;
lowerPriority();
const mix: Mix = mixTurns(job);
parentPort?.postMessage(mix);
