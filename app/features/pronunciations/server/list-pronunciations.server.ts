import { and, asc, eq, inArray } from "drizzle-orm";
import { indexReadings, type ReadingIndex } from "#app/engines/pronunciations/apply-readings.ts";
import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import { db } from "#db/client.ts";
import { pronunciations } from "#db/schema/index.ts";
import { type PronunciationItem, pronunciationsPerPage } from "../pronunciations.ts";

export const pronunciationColumns = {
  id: pronunciations.id,
  word: pronunciations.word,
  reading: pronunciations.reading,
  accent: pronunciations.accent,
};
const ofOwner = (userId: string | null) => eq(pronunciations.owner, userId ?? "");

/** By word. `userId`: null for the site's. */
export function listPronunciations(userId: string | null): Promise<PronunciationItem[]> {
  return db
    .select(pronunciationColumns)
    .from(pronunciations)
    .where(ofOwner(userId))
    .orderBy(asc(pronunciations.wordKey));
}

export async function listPronunciationsPage(options: {
  userId: string | null;
  page: number;
}): Promise<{ items: PronunciationItem[]; total: number; page: number }> {
  const total = await db.$count(pronunciations, ofOwner(options.userId));
  const page = Math.min(options.page, Math.max(1, Math.ceil(total / pronunciationsPerPage)));
  const items = await db
    .select(pronunciationColumns)
    .from(pronunciations)
    .where(ofOwner(options.userId))
    .orderBy(asc(pronunciations.wordKey))
    .limit(pronunciationsPerPage)
    .offset((page - 1) * pronunciationsPerPage);
  return { items, total, page };
}

/** `userId`: null for the site's. */
export async function findPronunciation(options: {
  userId: string | null;
  id: number;
}): Promise<PronunciationItem | undefined> {
  const [item] = await db
    .select(pronunciationColumns)
    .from(pronunciations)
    .where(and(eq(pronunciations.id, options.id), ofOwner(options.userId)));
  return item;
}

/** The member's own comes before the site's. `userId`: null for the official account, which has only the site's. */
export async function findLexicon(userId: string | null): Promise<ReadingIndex> {
  const owners = userId === null ? [""] : [userId, ""];
  const rows = await db
    .select({
      owner: pronunciations.owner,
      word: pronunciations.word,
      reading: pronunciations.reading,
      accent: pronunciations.accent,
    })
    .from(pronunciations)
    .where(inArray(pronunciations.owner, owners));
  const readings = rows.map(({ owner, ...entry }) => ({ ...entry, isOwn: owner !== "" }));
  return indexReadings(readings.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn)));
}

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
