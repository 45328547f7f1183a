import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createMp3Encoder } from "wasm-media-encoders";
import { HalfRate } from "#app/engines/audio/halve-sample-rate.ts";
import { LoudnessMeter, normalizingGain } from "#app/engines/audio/loudness.ts";
import { PeakLimiter } from "#app/engines/audio/peak-limiter.ts";
import { RateConverter } from "#app/engines/audio/rate-converter.ts";
import {
  codecDelaySamples,
  frameSamples,
  maxStandardSampleRate,
} from "#app/engines/audio/rendition-format.ts";
import { mp3Duration } from "#app/lib/mp3-frames.ts";
import { assertSampleRate, mixDown, RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";
import { openAudio } from "./open-audio.ts";

const minSeconds = 0.5;
const sampleRates = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000] as const;

/** Of MP3 files with a constant bit rate, mono. */
export type ConvertedAudio = Awaited<ReturnType<typeof convert>>;

/**
 * Converts audio to a track's files: mono, normalised loudness, limited peaks, no higher sample rate. Decodes twice in pieces
 * (measures, then encodes into `folder`), so nothing is held whole. Percentages are 0–100 per stage.
 *
 * Mostly synchronous: for its own process. Throws `RefusedAudio`, also beyond `maxSeconds`, and decoders' errors.
 */
export async function convert(o: {
  file: FileReader;
  folder: string;
  maxSeconds: number;
  onProgress: (p: { stage: "measuring" | "encoding"; percent: number }) => void;
}) {
  const measured = await measure(o);
  const { sampleRate } = measured;
  const isHalved = sampleRate > maxStandardSampleRate;
  const standard = await createWriter({
    folder: o.folder,
    kbps: 64,
    sampleRate: isHalved ? sampleRate / 2 : sampleRate,
  });
  // Begins with silence: at the full rate the codec delays by half the time, and both files share cues.
  const high = isHalved
    ? await createWriter({ folder: o.folder, kbps: 128, sampleRate, leadSamples: codecDelaySamples })
    : null;
  const halver = isHalved ? new HalfRate() : null;
  const limiter = new PeakLimiter({ gain: normalizingGain(measured.loudness), sampleRate });
  // Halving the rate can raise peaks.
  const halfLimiter = new PeakLimiter({ gain: 1, sampleRate: sampleRate / 2 });
  const encode = (samples: Float32Array) => {
    standard.write(halver ? halfLimiter.push(halver.push(samples)) : samples);
    high?.write(samples);
  };
  for await (const samples of monoOf(o, sampleRate, (percent) =>
    o.onProgress({ stage: "encoding", percent }),
  )) {
    encode(limiter.push(samples));
  }
  encode(limiter.flush());
  // Whole frames: both files last equally long.
  encode(new Float32Array((frameSamples - (measured.samples % frameSamples)) % frameSamples));
  if (halver) {
    standard.write(halfLimiter.push(halver.flush()));
    standard.write(halfLimiter.flush());
  }
  const files = [standard.close(), ...(high ? [high.close()] : [])];
  return {
    durationMs: Math.max(...files.map(({ path }) => mp3Duration(readFileSync(path)))),
    /** Delay of encoder and decoder. */
    delayMs: Math.round(
      (1000 * codecDelaySamples) / Math.min(sampleRate, files[0]?.sampleRate ?? sampleRate),
    ),
    files,
  };
}

interface Measured {
  loudness: number | undefined;
  samples: number;
  sampleRate: number;
}

async function measure(o: Parameters<typeof convert>[0]): Promise<Measured> {
  let sampleRate = 0;
  let samples = 0;
  let meter: LoudnessMeter | undefined;
  const source = monoOf(
    o,
    null,
    (percent) => o.onProgress({ stage: "measuring", percent }),
    (rate) => {
      sampleRate = rate;
    },
  );
  for await (const part of source) {
    meter ??= new LoudnessMeter(sampleRate);
    meter.push(part);
    samples += part.length;
    if (samples > o.maxSeconds * sampleRate) throw new RefusedAudio("too-long");
  }
  if (!meter || samples === 0) throw new RefusedAudio("unreadable");
  if (samples < minSeconds * sampleRate) throw new RefusedAudio("too-short");
  return { loudness: meter.loudness(), samples, sampleRate };
}

/** Mono, at `wanted` samples per second; null: a suitable rate. */
async function* monoOf(
  { file }: { file: FileReader },
  wanted: number | null,
  onProgress: (percent: number) => void,
  onSampleRate: (sampleRate: number) => void = () => {},
): AsyncGenerator<Float32Array> {
  let to = wanted;
  let from = 0;
  let converter: RateConverter | undefined;
  for await (const { channels, sampleRate, position } of openAudio(file)) {
    if (to === null) {
      to = rateFor(sampleRate);
      onSampleRate(to);
    }
    if (!converter || sampleRate !== from) {
      assertSampleRate(sampleRate);
      // Concatenated streams may differ.
      if (converter) yield converter.flush();
      from = sampleRate;
      converter = new RateConverter({ from, to });
    }
    yield converter.push(mixDown(channels));
    onProgress(Math.min(99, (100 * position) / file.size));
  }
  if (converter) yield converter.flush();
}

/** Never above the source's, but at least MP3's lowest. */
function rateFor(source: number): number {
  if (source > 48_000 && source % 44_100 === 0) return 44_100;
  return sampleRates.find((rate) => rate <= source) ?? 8000;
}

async function createWriter(o: { folder: string; kbps: 64 | 128; sampleRate: number; leadSamples?: number }) {
  const { kbps, sampleRate } = o;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
  const path = join(o.folder, `${kbps}.mp3`);
  const fd = openSync(path, "w", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  const append = (chunk: Uint8Array) => {
    for (let written = 0; written < chunk.length; ) written += writeSync(fd, chunk, written);
    hash.update(chunk);
    bytes += chunk.length;
  };
  const write = (samples: Float32Array) => {
    if (samples.length > 0) append(encoder.encode([samples]));
  };
  write(new Float32Array(o.leadSamples ?? 0));
  return {
    write,
    close() {
      append(encoder.finalize());
      closeSync(fd);
      return { kbps, sampleRate, path, bytes, sha256: hash.digest("hex") };
    },
  };
}
