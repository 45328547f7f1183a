import type { ReadingIndex } from "#app/engines/readings/apply-readings.ts";
import { readingIndexFor } from "./server/list-readings.server.ts";

/** A word of a script whose reading is worth a look. */
export interface DoubtfulReading {
  word: string;
  /** In kana; null where only the engine knows. */
  said: string | null;
}

type Finder = (text: string, index: ReadingIndex) => DoubtfulReading[];

let load: (() => Promise<Finder>) | undefined;

/** Sets how doubtful words are found: by the rules of the voices, which features do not know. Loaded when it is asked. */
export function registerDoubtfulReadings(loadFinder: () => Promise<Finder>): void {
  load = loadFinder;
}

/** The doubtful words of a member's script that their dictionary and the one of the house leave open. */
export async function findDoubtfulReadings(options: {
  userId: string;
  text: string;
}): Promise<DoubtfulReading[]> {
  if (!load) return [];
  const [find, index] = await Promise.all([load(), readingIndexFor(options.userId)]);
  return find(options.text, index);
}
