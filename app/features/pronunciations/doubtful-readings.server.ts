import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import { findLexicon } from "./server/list-pronunciations.server.ts";

/** The doubtful words of a member's script that their dictionary and the site's leave open. */
export async function findDoubtfulReadings(options: {
  userId: string;
  text: string;
}): Promise<DoubtfulReading[]> {
  // Loaded when it is asked: word lists and rules of the voices.
  const [{ findDoubtful }, index] = await Promise.all([
    import("#app/engines/pronunciations/find-doubtful.ts"),
    findLexicon(options.userId),
  ]);
  return findDoubtful(options.text, index);
}
