import { unzipSync } from "fflate";
import { maxUnpackedBytes, RefusedSource } from "./source.ts";

const maxEntries = 10_000;

/** The parts of a zip archive that are asked for, unpacked. */
export type ZipParts = Readonly<Record<string, Uint8Array>>;

/**
 * Unpacks those parts of a zip archive whose names `isWanted`. Never more than `maxUnpackedBytes`: a part gets the room that its
 * entry claims, whatever its data would become. Throws `RefusedSource` for more, for a broken archive and an encrypted one.
 */
export function openZip(bytes: Uint8Array, isWanted: (name: string) => boolean): ZipParts {
  // Bit 0 of the first entry's flags; an archive is encrypted as a whole.
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
