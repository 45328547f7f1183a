import { MPEGDecoder } from "mpg123-decoder";
import type { AudioSource } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";

const chunkBytes = 32 * 1024;

/** Drops the encoder's delay if the file tells it. */
export async function* readMp3(file: FileReader, start: number): AudioSource {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (let at = start; at < file.size; at += chunkBytes) {
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(await file.read(at, chunkBytes));
      // Skips junk between frames and tags at the end, as players do.
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate, position: at + chunkBytes };
    }
  } finally {
    decoder.free();
  }
}
