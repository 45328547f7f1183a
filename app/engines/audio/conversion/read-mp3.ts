import { MPEGDecoder } from "mpg123-decoder";
import type { AudioSource } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";

const chunkBytes = 32 * 1024;

/** Decodes an MP3 file whose first frame begins at `start` or later, without the encoder's delay where the file tells it. */
export async function* readMp3(file: FileReader, start: number): AudioSource {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (let at = start; at < file.size; at += chunkBytes) {
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(await file.read(at, chunkBytes));
      // What is no frame is skipped, as players do: junk between frames, tags at the end.
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate, position: at + chunkBytes };
    }
  } finally {
    decoder.free();
  }
}
