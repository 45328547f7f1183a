import { mp3Frames } from "#app/lib/mp3-frames.ts";
import { type AudioSource, RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";
import { identifyAudio, signatureBytes } from "./identify-audio.ts";

/** Tags in a row before the sound; more are nonsense. */
const maxTags = 16;
/** Bytes between the tags and an MP3's first frame; some writers pad. */
const maxPadding = 64 * 1024;
/** Consecutive MP3 frames needed, and their most bytes. */
const framesInARow = 4;
const framesBytes = framesInARow * 1441;

/** Decodes by content, whatever the name; loads the kind's decoder only. Throws `RefusedAudio` when read. */
export async function* openAudio(file: FileReader): AudioSource {
  try {
    yield* decode(file);
  } catch (error) {
    // The file system's have a code; decoders throw plain errors.
    if (error instanceof RefusedAudio || (error instanceof Error && "code" in error)) throw error;
    throw new RefusedAudio("unreadable", { cause: error });
  }
}

async function* decode(file: FileReader): AudioSource {
  const start = await skipTags(file);
  switch (identifyAudio(await file.read(start, signatureBytes))) {
    case "m4a":
      return yield* (await import("./read-m4a.ts")).readM4a(file);
    case "ogg":
      return yield* (await import("./read-ogg.ts")).readOgg(file, start);
    case "flac":
      return yield* (await import("./read-flac.ts")).readFlac(file, start);
    case "wav":
      return yield* (await import("./read-wav.ts")).readWav(file, start);
    default: {
      const frame = await findMp3Frame(file, start);
      return yield* (await import("./read-mp3.ts")).readMp3(file, frame);
    }
  }
}

/** After the initial ID3 tags. */
async function skipTags(file: FileReader): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < maxTags; tags++) {
    const head = await file.read(at, 10);
    if (head.length < 10 || Buffer.from(head.subarray(0, 3)).toString("latin1") !== "ID3") return at;
    const [flags = 0, ...size] = head.subarray(5, 10);
    const length = size.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    at += 10 + length + ((flags & 0x10) === 0 ? 0 : 10);
  }
  throw new RefusedAudio("unreadable");
}

async function findMp3Frame(file: FileReader, start: number): Promise<number> {
  const bytes = await file.read(start, maxPadding + framesBytes);
  for (let at = 0; at < Math.min(maxPadding, bytes.length); at++) {
    if (bytes[at] === 0xff && beginsWithFrames(bytes.subarray(at))) return start + at;
  }
  throw new RefusedAudio("unreadable");
}

/** The decoder alone takes any two frame-like bytes for a frame, and makes noise of pictures. */
function beginsWithFrames(bytes: Uint8Array): boolean {
  let frames = 0;
  try {
    for (const { end } of mp3Frames(bytes)) {
      if (end > bytes.length || ++frames === framesInARow) break;
    }
  } catch {
    return false;
  }
  return frames === framesInARow;
}
