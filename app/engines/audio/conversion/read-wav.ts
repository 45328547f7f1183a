import { type AudioSource, assertSampleRate, RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";

const chunkFrames = 16 * 1024;
const maxChannels = 32;
/** Before the sound: up to a dozen. More are junk, read eight bytes at a time. */
const maxChunks = 200;

interface Format {
  channels: number;
  sampleRate: number;
  bytes: number;
  sample(view: DataView, at: number): number;
}

/**
 * Reads PCM of 8, 16, 24 or 32 bits and floats of 32 or 64. Throws `RefusedAudio` for other codings, impossible headers, and a
 * file cut short. The header of a streaming program does not say how long the sound is (0, or the most): this is not cut short.
 *
 * @param o.isWhole the file is complete, so a header that says more is a streaming program's
 */
export async function* readWav(
  file: Pick<FileReader, "size" | "read">,
  start: number,
  o: { isWhole?: boolean } = {},
): AudioSource {
  const { format, dataAt, dataBytes } = await readChunks(file, start);
  const isStreamed = dataBytes === 0 || dataBytes >= 0xffff_ff00;
  const end = isStreamed || (o.isWhole && dataAt + dataBytes > file.size) ? file.size : dataAt + dataBytes;
  if (end > file.size) throw new RefusedAudio("truncated");
  const frameBytes = format.bytes * format.channels;
  for (let at = dataAt; at + frameBytes <= end; at += chunkFrames * frameBytes) {
    const bytes = await file.read(at, Math.min(chunkFrames * frameBytes, end - at));
    const view = new DataView(bytes.buffer);
    const frames = Math.floor(bytes.length / frameBytes);
    const channels = Array.from({ length: format.channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (_, i) =>
        format.sample(view, i * frameBytes + channel * format.bytes),
      ),
    );
    yield { channels, sampleRate: format.sampleRate, position: at + bytes.length };
  }
}

async function readChunks(
  file: Pick<FileReader, "read">,
  start: number,
): Promise<{ format: Format; dataAt: number; dataBytes: number }> {
  let format: Format | undefined;
  for (let at = start + 12, chunks = 0; chunks < maxChunks; chunks++) {
    const head = await file.read(at, 8);
    if (head.length < 8) throw new RefusedAudio("unreadable");
    const id = Buffer.from(head.subarray(0, 4)).toString("latin1");
    const length = new DataView(head.buffer).getUint32(4, true);
    if (id === "fmt ") format = readFormat(await file.read(at + 8, Math.min(length, 40)));
    if (id === "data") {
      if (!format) throw new RefusedAudio("unreadable");
      return { format, dataAt: at + 8, dataBytes: length };
    }
    at += 8 + length + (length % 2);
  }
  throw new RefusedAudio("unreadable");
}

const codings: Readonly<Record<string, Format["sample"]>> = {
  "1/8": (view, at) => (view.getUint8(at) - 128) / 128,
  "1/16": (view, at) => view.getInt16(at, true) / 2 ** 15,
  "1/24": (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 2 ** 23,
  "1/32": (view, at) => view.getInt32(at, true) / 2 ** 31,
  "3/32": (view, at) => view.getFloat32(at, true),
  "3/64": (view, at) => view.getFloat64(at, true),
};

/** The coding is in the extension. */
const extensible = 0xfffe;

function readFormat(bytes: Uint8Array<ArrayBuffer>): Format {
  if (bytes.length < 16) throw new RefusedAudio("unreadable");
  const view = new DataView(bytes.buffer);
  const named = view.getUint16(0, true);
  const coding = named === extensible && bytes.length >= 26 ? view.getUint16(24, true) : named;
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  const sample = codings[`${coding}/${bits}`];
  if (!sample) throw new RefusedAudio("unsupported-codec");
  if (channels < 1 || channels > maxChannels) throw new RefusedAudio("unreadable");
  assertSampleRate(sampleRate);
  return { channels, sampleRate, bytes: bits / 8, sample };
}
