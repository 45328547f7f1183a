import { id3Length } from "./id3-tag.ts";

const mpeg1Kbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg2Kbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const mpeg1SampleRates = [44_100, 48_000, 32_000];

export interface FrameHeader {
  bytes: number;
  kbps: number;
  samples: number;
  sampleRate: number;
  /** 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5. */
  version: number;
  isMono: boolean;
  hasChecksum: boolean;
}

/** The layer III frame header at `at` (ISO 11172-3 §2.4.1.3, ISO 13818-3 §2.4, MPEG 2.5 by convention); null for none. */
export function readFrameHeader(file: Uint8Array, at: number): FrameHeader | null {
  if (file[at] !== 0xff) return null;
  const [head = 0, rates = 0, mode = 0] = file.subarray(at + 1, at + 4);
  const version = (head >> 3) & 3;
  const isMpeg1 = version === 3;
  const kbps = (isMpeg1 ? mpeg1Kbps : mpeg2Kbps)[rates >> 4];
  const rate = mpeg1SampleRates[(rates >> 2) & 3];
  if ((head & 0xe6) !== 0xe2 || version === 1 || !kbps || !rate) return null;
  const sampleRate = rate / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = isMpeg1 ? 1152 : 576;
  const bytes = Math.floor(((samples / 8) * kbps * 1000) / sampleRate) + ((rates >> 1) & 1);
  return {
    bytes,
    kbps,
    samples,
    sampleRate,
    version,
    isMono: mode >> 6 === 3,
    hasChecksum: (head & 1) === 0,
  };
}

/**
 * Layer III frames after an optional ID3v2 tag: the position after each, in bytes, and the time at its end, in seconds. The
 * last may be cut off. Throws where no frame begins.
 */
export function* mp3Frames(file: Uint8Array): Generator<{ end: number; seconds: number }> {
  let seconds = 0;
  for (let at = id3Length(file); at + 4 <= file.byteLength; ) {
    const frame = readFrameHeader(file, at);
    if (!frame) throw new Error(`not a frame of MPEG layer III at byte ${at}`);
    seconds += frame.samples / frame.sampleRate;
    at += frame.bytes;
    yield { end: at, seconds };
  }
}

/** The exact duration in ms of a layer III file, by counting frames. Throws where no frame begins. */
export function mp3Duration(file: Uint8Array): number {
  let seconds = 0;
  for (const frame of mp3Frames(file)) seconds = frame.seconds;
  return Math.round(seconds * 1000);
}
