import { id3Length } from "./id3-tag.ts";

/** kbit/s of layer III by the index in the frame header. */
const mpeg1Kbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg2Kbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const mpeg1SampleRates = [44_100, 48_000, 32_000];

/**
 * The frames of a layer III file, which may begin with an ID3v2 tag (ISO 11172-3 §2.4.1.3, ISO 13818-3 §2.4, MPEG 2.5 by convention): the
 * position after each one, in bytes, and the time at its end, in seconds. The last one may be cut off. Throws where no
 * frame begins.
 */
export function* mp3Frames(file: Uint8Array): Generator<{ end: number; seconds: number }> {
  let seconds = 0;
  for (let at = id3Length(file); at + 4 <= file.byteLength; ) {
    const [sync = 0, head = 0, rates = 0] = file.subarray(at, at + 3);
    const version = (head >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
    const isMpeg1 = version === 3;
    const kbps = (isMpeg1 ? mpeg1Kbps : mpeg2Kbps)[rates >> 4];
    const rate = mpeg1SampleRates[(rates >> 2) & 3];
    if (sync !== 0xff || (head & 0xe6) !== 0xe2 || version === 1 || !kbps || !rate) {
      throw new Error(`not a frame of MPEG layer III at byte ${at}`);
    }
    const sampleRate = rate / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
    const samples = isMpeg1 ? 1152 : 576;
    seconds += samples / sampleRate;
    at += Math.floor(((samples / 8) * kbps * 1000) / sampleRate) + ((rates >> 1) & 1);
    yield { end: at, seconds };
  }
}

/** The exact duration in milliseconds of a layer III file without tags, by counting its frames. Throws where no frame begins. */
export function mp3Duration(file: Uint8Array): number {
  let seconds = 0;
  for (const frame of mp3Frames(file)) seconds = frame.seconds;
  return Math.round(seconds * 1000);
}
