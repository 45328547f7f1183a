import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import { findLexicon } from "./server/list-pronunciations.server.ts";

/** Only words that neither the member's nor the site's dictionary has. */
export async function findDoubtfulReadings(options: {
  userId: string;
  text: string;
}): Promise<DoubtfulReading[]> {
  // Loaded on demand: word lists and rules of the voices.
  const [{ findDoubtful }, index] = await Promise.all([
    import("#app/engines/pronunciations/find-doubtful.ts"),
    findLexicon(options.userId),
  ]);
  return findDoubtful(options.text, index);
}
