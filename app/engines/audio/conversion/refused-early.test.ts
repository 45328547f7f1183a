import { expect, test } from "vitest";
import { maxUploadBytes } from "#app/features/tracks/upload/upload.ts";
import { makeFlac, makeWav } from "#test/audio/make-audio.ts";
import { RefusedAudio } from "./audio-source.ts";
import { convert } from "./convert.ts";
import type { FileReader } from "./file-reader.ts";

/** Of a file that is refused by its headers. */
const [maxReads, maxBytes] = [1500, 10_000];

/**
 * A file as large as an upload may be: `start`, and behind it `fill` again and again. Fails as a disk would when more is read of it
 * than headers are.
 */
function largeFile(start: Uint8Array, fill: Uint8Array = new Uint8Array(1)): FileReader {
  let [reads, bytes] = [0, 0];
  return {
    path: "",
    size: maxUploadBytes,
    async read(at, length) {
      const part = new Uint8Array(Math.max(0, Math.min(length, maxUploadBytes - at)));
      reads += 1;
      bytes += part.length;
      if (reads > maxReads || bytes > maxBytes)
        throw Object.assign(new Error(`${reads} reads of ${bytes} bytes`), { code: "EIO" });
      for (let i = 0; i < part.length; i++)
        part[i] = start[at + i] ?? fill[(at + i - start.length) % fill.length] ?? 0;
      return part;
    },
    close: async () => {},
  };
}

/** The header of a WAV file without its sound, whose rate is said to be this. */
function wavHeader({ hertz, bits = 16 }: { hertz: number; bits?: number }): Buffer {
  const header = Buffer.from(makeWav({ seconds: 0, claimedBytes: 0 }));
  header.writeUInt32LE(hertz, 24);
  header.writeUInt16LE(bits, 34);
  return header;
}

const chunkHead = (id: string, bytes: number) => {
  const head = Buffer.alloc(8);
  head.write(id, "latin1");
  head.writeUInt32LE(bytes, 4);
  return head;
};

test.each<[string, Uint8Array, Uint8Array?]>([
  ["a WAV that claims 1 Hz", wavHeader({ hertz: 1 })],
  ["a WAV that claims 1 Hz, of 8 bits", wavHeader({ hertz: 1, bits: 8 })],
  ["a WAV that claims 999 Hz", wavHeader({ hertz: 999 })],
  ["a WAV that claims 4 GHz", wavHeader({ hertz: 4_000_000_000 })],
  ["a WAV that claims 4,294,967,295 Hz", wavHeader({ hertz: 0xffff_ffff })],
  ["a WAV of nothing but zeros", makeWav().subarray(0, 12)],
  ["a WAV of empty chunks without end", makeWav().subarray(0, 12), chunkHead("JUNK", 0)],
  ["a WAV of empty chunks behind its format", makeWav().subarray(0, 36), chunkHead("JUNK", 0)],
  ["a WAV of formats without end", makeWav().subarray(0, 12), makeWav().subarray(12, 36)],
  ["a FLAC of empty blocks without end", makeFlac().subarray(0, 42).fill(0, 4, 5), Buffer.alloc(4)],
])("%s is refused by its headers, whatever its 200 MB hold", async (_, start, fill) => {
  const file = largeFile(start, fill);
  const refused = convert({ file, folder: "", maxSeconds: 3 * 60 * 60, onProgress: () => {} });
  await expect(refused).rejects.toThrow(RefusedAudio);
  await expect(refused).rejects.toMatchObject({ reason: "unreadable" });
});
