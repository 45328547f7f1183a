import { parentPort, workerData } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import { lowerPriority } from "#app/engines/run-thread.ts";
import { mp3Duration } from "#app/lib/mp3-frames.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { PeakLimiter } from "./peak-limiter.ts";

/** The thread's `workerData`. */
export interface EncodeJob {
  pcm: Float32Array<SharedArrayBuffer>;
  /** Of `pcm`. */
  sampleRate: number;
  /** Whether the file gets half that sample rate. */
  isHalved: boolean;
  kbps: 64 | 128;
  /** Silence before the sound. */
  leadSamples: number;
}

/** The thread's messages: its progress, at last the file. */
export type EncodeMessage = { percent: number } | { bytes: Uint8Array<ArrayBuffer>; durationMs: number };

const job: EncodeJob = workerData;
lowerPriority();
const encoder = await createMp3Encoder();
// Constant bit rate: the encoder writes no Xing header, without which only CBR files have a correct duration and seek.
const sampleRate = job.isHalved ? job.sampleRate / 2 : job.sampleRate;
encoder.configure({ sampleRate, channels: 1, bitrate: job.kbps });
// Halving moves the peaks of what it leaves.
const limiter = new PeakLimiter({ gain: 1, sampleRate });
const chunks: Uint8Array[] = [];
encode(new Float32Array(job.leadSamples));
const length = job.isHalved ? Math.ceil(job.pcm.length / 2) : job.pcm.length;
const step = sampleRate * 5;
for (let at = 0; at < length; at += step) {
  const end = Math.min(length, at + step);
  encode(limiter.push(job.isHalved ? halveSampleRate(job.pcm, at, end) : job.pcm.subarray(at, end)));
  post({ percent: (100 * end) / length });
}
encode(limiter.flush());
chunks.push(encoder.finalize().slice());

const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
let offset = 0;
for (const chunk of chunks) {
  bytes.set(chunk, offset);
  offset += chunk.byteLength;
}
post({ bytes, durationMs: mp3Duration(bytes) }, [bytes.buffer]);

function encode(samples: Float32Array): void {
  // A copy: the encoder returns a view of its own memory.
  chunks.push(encoder.encode([samples]).slice());
}

function post(message: EncodeMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
