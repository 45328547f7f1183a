import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { mp3Frames } from "#app/lib/mp3-frames.ts";
import { excerptMs } from "../excerpt.ts";

/** Longer than any frame and the tag before the first. */
const extraBytes = 4096;

/** The length of each file's excerpt, found by reading its beginning. Throws `StoredFileMissing`, and an `Error` for audio that can't be cut. */
export function measureExcerpts(
  files: readonly { kbps: number; key: string; bytes: number }[],
): Promise<{ kbps: number; excerptBytes: number }[]> {
  return Promise.all(
    files.map(async ({ kbps, key, bytes }) => {
      const needed = (excerptMs / 8) * kbps + extraBytes;
      const file = await audioStorage().readBytes(key, { start: 0, end: Math.min(bytes, needed) - 1 });
      if (file === null) throw new StoredFileMissing(key);
      return { kbps, excerptBytes: excerptLength(file) };
    }),
  );
}

/**
 * Length of an MP3's excerpt in bytes: the whole frames that end within `maxMs`. A prefix of a file of constant bit
 * rate without header is such a file: its frames need only what comes before them.
 */
export function excerptLength(file: Uint8Array, maxMs: number = excerptMs): number {
  let length = 0;
  for (const { end, seconds } of mp3Frames(file)) {
    // In whole microseconds: a sum of 1250 times 0.024 s is not exactly 30.
    if (Math.round(seconds * 1e6) > maxMs * 1000) break;
    length = Math.min(end, file.byteLength);
  }
  return length;
}
