import { parentPort, workerData } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import { lowerPriority } from "../run-thread.ts";
import { mp3Duration } from "./mp3-duration.ts";

/** The thread's `workerData`. */
export interface EncodeJob {
  pcm: Float32Array<SharedArrayBuffer>;
  sampleRate: number;
  kbps: 64 | 128;
}

/** The thread's messages: its progress, at last the file. */
export type EncodeMessage = { percent: number } | { bytes: Uint8Array<ArrayBuffer>; durationMs: number };

const job: EncodeJob = workerData;
lowerPriority();
const encoder = await createMp3Encoder();
// Constant bit rate: the encoder writes no Xing header, without which only CBR files have a correct duration and seek.
encoder.configure({ sampleRate: job.sampleRate, channels: 1, bitrate: job.kbps });
const chunks: Uint8Array[] = [];
const step = job.sampleRate * 5;
for (let at = 0; at < job.pcm.length; at += step) {
  // A copy: the encoder returns a view of its own memory.
  chunks.push(encoder.encode([job.pcm.subarray(at, at + step)]).slice());
  post({ percent: Math.min(100, (100 * (at + step)) / job.pcm.length) });
}
chunks.push(encoder.finalize().slice());

const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
let offset = 0;
for (const chunk of chunks) {
  bytes.set(chunk, offset);
  offset += chunk.byteLength;
}
post({ bytes, durationMs: mp3Duration(bytes) }, [bytes.buffer]);

function post(message: EncodeMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
