import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { mp3Frames } from "#app/lib/mp3-frames.ts";
import { soundSha256 } from "#app/lib/sound-hash.ts";
import { excerptMs } from "../excerpt.ts";

/** More than a frame and the tag before the first. */
const extraBytes = 4096;

/** `sha256`: of the excerpt's sound; null for none. */
export interface MeasuredExcerpt {
  kbps: number;
  excerptBytes: number;
  sha256: string | null;
  isExcerpt: true;
}

/** Reads the beginning of each file. Throws `StoredFileMissing`, and an `Error` for audio that can't be cut. */
export function measureExcerpts(
  files: readonly { kbps: number; key: string; bytes: number }[],
): Promise<MeasuredExcerpt[]> {
  return Promise.all(
    files.map(async ({ kbps, key, bytes }) => {
      const needed = (excerptMs / 8) * kbps + extraBytes;
      const file = await audioStorage().readBytes(key, { start: 0, end: Math.min(bytes, needed) - 1 });
      if (file === null) throw new StoredFileMissing(key);
      const excerptBytes = excerptLength(file);
      const sha256 = soundSha256(file.subarray(0, excerptBytes));
      return { kbps, excerptBytes, sha256, isExcerpt: true as const };
    }),
  );
}

/** Bytes of the whole frames that end within `maxMs`. A prefix of a file of constant bit rate without header is such a file. */
export function excerptLength(file: Uint8Array, maxMs: number = excerptMs): number {
  let length = 0;
  for (const { end, seconds } of mp3Frames(file)) {
    // In whole microseconds: 1250 times 0.024 s is not exactly 30.
    if (Math.round(seconds * 1e6) > maxMs * 1000) break;
    length = Math.min(end, file.byteLength);
  }
  return length;
}
