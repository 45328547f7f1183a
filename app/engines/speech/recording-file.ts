import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Little-endian count of samples. */
const headerBytes = 4;
const maxBytes = 2 * 48_000 * 600 + headerBytes;

/**
 * Lossless for 16-bit engines: what a line through the last two samples misses, low and high bytes apart, Zstandard. A third of
 * PCM.
 */
export async function encodeRecording(samples: Float32Array): Promise<Uint8Array> {
  const { length } = samples;
  const bytes = Buffer.alloc(headerBytes + 2 * length);
  bytes.writeUInt32LE(length);
  let [before, last] = [0, 0];
  for (let at = 0; at < length; at++) {
    const sample = Math.max(-32768, Math.min(32767, Math.round((samples[at] ?? 0) * 32768)));
    // 16 bits, wrapping, the sign lowest.
    const miss = ((sample - 2 * last + before) << 16) >> 16;
    const folded = ((miss << 1) ^ (miss >> 15)) & 0xffff;
    bytes[headerBytes + at] = folded & 0xff;
    bytes[headerBytes + length + at] = folded >> 8;
    [before, last] = [last, sample];
  }
  return compress(bytes);
}

/** The samples of a file; null if it is damaged. */
export async function decodeRecording(file: Uint8Array): Promise<Float32Array | null> {
  const bytes = await decompress(file, { maxOutputLength: maxBytes }).catch(() => null);
  if (bytes === null || bytes.byteLength < headerBytes) return null;
  const length = bytes.readUInt32LE();
  if (bytes.byteLength !== headerBytes + 2 * length) return null;
  const samples = new Float32Array(length);
  let [before, last] = [0, 0];
  for (let at = 0; at < length; at++) {
    const folded = (bytes[headerBytes + at] ?? 0) | ((bytes[headerBytes + length + at] ?? 0) << 8);
    const miss = (folded >> 1) ^ -(folded & 1);
    const sample = ((miss + 2 * last - before) << 16) >> 16;
    samples[at] = sample / 32768;
    [before, last] = [last, sample];
  }
  return samples;
}
