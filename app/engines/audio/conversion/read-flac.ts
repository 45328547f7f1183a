import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { type AudioPiece, type AudioSource, RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";

/** Silence compresses so well that more could become gigabytes. */
const chunkBytes = 2 * 1024;
const streamInfoBytes = 34;
/** Pictures and the like before the sound. More are junk, read four bytes at a time. */
const maxBlocks = 200;
const maxMissing = 0.001;

/** Throws `RefusedAudio` if the file is cut short. */
export async function* readFlac(file: FileReader, start: number): AudioSource {
  const { streamInfo, framesAt } = await readMetadata(file, start);
  const info = new DataView(streamInfo.buffer, streamInfo.byteOffset);
  // 36 bits; 0: unknown.
  const promised = (info.getUint8(13) & 15) * 2 ** 32 + info.getUint32(14);
  const decoder = new FLACDecoder();
  await decoder.ready;
  let decoded = 0;
  function* pieceOf(
    { channelData, sampleRate, samplesDecoded }: Awaited<ReturnType<typeof decoder.decode>>,
    position: number,
  ): Generator<AudioPiece> {
    decoded += samplesDecoded;
    if (samplesDecoded > 0) yield { channels: channelData, sampleRate, position };
  }
  try {
    // Without pictures and comments, which the decoder would hold.
    const head = Buffer.concat([Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, streamInfoBytes]), streamInfo]);
    yield* pieceOf(await decoder.decode(head), framesAt);
    for (let at = framesAt; at < file.size; at += chunkBytes)
      yield* pieceOf(await decoder.decode(await file.read(at, chunkBytes)), at + chunkBytes);
    yield* pieceOf(await decoder.flush(), file.size);
  } finally {
    decoder.free();
  }
  if (decoded < promised * (1 - maxMissing)) throw new RefusedAudio("truncated");
}

async function readMetadata(
  file: FileReader,
  start: number,
): Promise<{ streamInfo: Uint8Array; framesAt: number }> {
  let streamInfo: Uint8Array | undefined;
  for (let at = start + 4, blocks = 0; blocks < maxBlocks; blocks++) {
    const head = await file.read(at, 4);
    if (head.length < 4) throw new RefusedAudio("unreadable");
    const [type = 0, high = 0, middle = 0, low = 0] = head;
    const length = (high << 16) | (middle << 8) | low;
    if ((type & 0x7f) === 0) streamInfo = await file.read(at + 4, streamInfoBytes);
    at += 4 + length;
    if ((type & 0x80) === 0) continue;
    if (streamInfo?.length !== streamInfoBytes) throw new RefusedAudio("unreadable");
    return { streamInfo, framesAt: at };
  }
  throw new RefusedAudio("unreadable");
}
