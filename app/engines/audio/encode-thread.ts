import { parentPort, workerData } from "node:worker_threads";
import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import { lowerPriority } from "#app/engines/run-thread.ts";
import { mp3Duration } from "#app/lib/mp3-frames.ts";
import { halveSampleRate } from "./halve-sample-rate.ts";
import { PeakLimiter, PeakMeter, peakCeiling } from "./peak-limiter.ts";
import { StereoPlacement, type Turnover } from "./stereo-placement.ts";

/** dBTP when encoded; below −1.5, since decoders differ. */
const maxEncodedPeak = -1.55;
/** dBTP before encoding: speech comes out lower, by 0.45 dB from the encoder's scale. */
const firstStereoCeiling = -2.2;

export interface EncodeJob {
  pcm: Float32Array<SharedArrayBuffer>;
  sampleRate: number;
  isHalved: boolean;
  kbps: 64 | 128;
  leadSamples: number;
  /** For two channels: whose turn, in samples of `pcm`. */
  turnovers?: readonly Turnover[] | undefined;
}

export type EncodeMessage = { percent: number } | { bytes: Uint8Array<ArrayBuffer>; durationMs: number };

const decodedBytes = 65_536;

const job: EncodeJob = workerData;
lowerPriority();
const share = job.isHalved ? 2 : 1;
const sampleRate = job.sampleRate / share;
let told = 0;
const bytes = await encodeBelowPeak();
post({ bytes, durationMs: mp3Duration(bytes) }, [bytes.buffer]);

/**
 * Noise can come out 3 dB louder, speech hardly. A ceiling for the worst would cost listeners with one loudspeaker, so this measures
 * the result and encodes again if it is too loud.
 */
async function encodeBelowPeak(): Promise<Uint8Array<ArrayBuffer>> {
  let ceiling = job.turnovers ? 10 ** (firstStereoCeiling / 20) : peakCeiling;
  for (;;) {
    const encoded = await encode(placeTurns(), ceiling);
    const excess = (await encodedPeak(encoded)) / 10 ** (maxEncodedPeak / 20);
    if (excess <= 1) return encoded;
    ceiling /= excess * 1.02;
  }
}

function placeTurns(): StereoPlacement | null {
  const turnovers = job.turnovers?.map(({ from, speaker }) => ({ from: Math.round(from / share), speaker }));
  return turnovers ? new StereoPlacement({ turnovers, sampleRate }) : null;
}

async function encodedPeak(file: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const meters: PeakMeter[] = [];
    // In pieces: five minutes in two channels are 120 MB, and the decoder holds as much again.
    for (let at = 0; at < file.length; at += decodedBytes)
      for (const [channel, samples] of decoder
        .decode(file.subarray(at, at + decodedBytes))
        .channelData.entries()) {
        const meter = meters[channel] ?? new PeakMeter();
        meters[channel] = meter;
        meter.push(samples);
      }
    return Math.max(...meters.map((meter) => meter.finish()));
  } finally {
    decoder.free();
  }
}

/** Mono, or stereo by `stereo`; peaks up to `ceiling`. */
async function encode(stereo: StereoPlacement | null, ceiling: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  const channels = stereo ? 2 : 1;
  // Constant bit rate: without a Xing header (never written) only CBR has correct duration and seek.
  encoder.configure({ sampleRate, channels, bitrate: job.kbps });
  // Halving and placing move peaks.
  const limiter = new PeakLimiter({ gain: 1, sampleRate, ceiling });
  const chunks: Uint8Array[] = [];
  const write = ([left = new Float32Array(), right]: readonly Float32Array[]) => {
    // A copy: the encoder returns its own memory.
    chunks.push(encoder.encode(right ? [left, right] : [left]).slice());
  };
  write(Array.from({ length: channels }, () => new Float32Array(job.leadSamples)));
  const length = Math.ceil(job.pcm.length / share);
  const step = sampleRate * 5;
  for (let at = 0; at < length; at += step) {
    const end = Math.min(length, at + step);
    const mono = job.isHalved ? halveSampleRate(job.pcm, at, end) : job.pcm.subarray(at, end);
    write(limiter.pushChannels(stereo?.push(mono) ?? [mono]));
    // A second encoding does not restart the progress.
    told = Math.max(told, (100 * end) / length);
    post({ percent: told });
  }
  write(limiter.flushChannels());
  chunks.push(encoder.finalize().slice());
  const file = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    file.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return file;
}

function post(message: EncodeMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
