import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { OpusDecoder } from "opus-decoder";
import { type AudioPiece, type AudioSource, RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";
import { assertFewDamaged, openPackets } from "./open-packets.ts";

const chunkBytes = 4 * 1024;
const headBytes = 512;

/** Vorbis or Opus. Throws `RefusedAudio` for others. */
export async function* readOgg(file: FileReader, start: number): AudioSource {
  const head = Buffer.from(await file.read(start, headBytes)).toString("latin1");
  if (head.includes("\x01vorbis")) yield* readVorbis(file, start);
  else if (head.includes("OpusHead")) yield* readOpus(file);
  else throw new RefusedAudio("unsupported-codec");
}

async function* readVorbis(file: FileReader, start: number): AudioSource {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  function* pieceOf(
    { channelData, sampleRate, samplesDecoded }: Awaited<ReturnType<typeof decoder.decode>>,
    position: number,
  ): Generator<AudioPiece> {
    if (samplesDecoded > 0) yield { channels: channelData, sampleRate, position };
  }
  try {
    for (let at = start; at < file.size; at += chunkBytes)
      yield* pieceOf(await decoder.decode(await file.read(at, chunkBytes)), at + chunkBytes);
    yield* pieceOf(await decoder.flush(), file.size);
  } finally {
    decoder.free();
  }
}

async function* readOpus(file: FileReader): AudioSource {
  const { config, packets } = await openPackets(file, "ogg");
  const decoder = new OpusDecoder(opusOptions(config));
  await decoder.ready;
  try {
    const count = { damaged: 0, packets: 0 };
    for await (const { data, position } of packets) {
      const { channelData, sampleRate, samplesDecoded, errors } = decoder.decodeFrame(data);
      count.packets++;
      if (errors.length > 0) count.damaged++;
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate, position };
    }
    assertFewDamaged(count);
  } finally {
    decoder.free();
  }
}

/** RFC 7845 §5.1. */
function opusOptions(header: Uint8Array) {
  if (header.length < 19) throw new RefusedAudio("unreadable");
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const channels = view.getUint8(9);
  const preSkip = view.getUint16(10, true);
  const mapping = view.getUint8(18);
  if (mapping === 0) {
    if (channels !== 1 && channels !== 2) throw new RefusedAudio("unreadable");
    return { channels, preSkip };
  }
  if (mapping !== 1 || channels < 1 || channels > 8 || header.length < 21 + channels)
    throw new RefusedAudio("unsupported-codec");
  return {
    channels,
    preSkip,
    streamCount: view.getUint8(19),
    coupledStreamCount: view.getUint8(20),
    channelMappingTable: [...header.subarray(21, 21 + channels)],
  };
}
