import { unzipSync } from "fflate";
import { maxUnpackedBytes, RefusedSource } from "./source.ts";

const maxEntries = 10_000;

export type ZipParts = Readonly<Record<string, Uint8Array>>;

/**
 * Unpacks wanted parts, at most `maxUnpackedBytes` by claimed sizes: data can't exceed them. Throws `RefusedSource` (more,
 * broken, encrypted).
 */
export function openZip(bytes: Uint8Array, isWanted: (name: string) => boolean): ZipParts {
  // The first entry's bit 0: archives are encrypted whole.
  if (((bytes[6] ?? 0) & 1) === 1) throw new RefusedSource("encrypted");
  let unpacked = 0;
  let entries = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > maxEntries) throw new RefusedSource("too-large-inside");
        if (!isWanted(name)) return false;
        unpacked += originalSize;
        if (unpacked > maxUnpackedBytes) throw new RefusedSource("too-large-inside");
        return true;
      },
    });
  } catch (error) {
    throw error instanceof RefusedSource ? error : new RefusedSource("damaged");
  }
}
