import { and, asc, eq, inArray } from "drizzle-orm";
import { indexReadings, type ReadingIndex } from "#app/engines/readings/apply-readings.ts";
import { db } from "#db/client.ts";
import { readings } from "#db/schema/index.ts";
import { type ReadingItem, readingsPerPage } from "../readings.ts";

const columns = { id: readings.id, word: readings.word, reading: readings.reading, accent: readings.accent };
const ofOwner = (userId: string | null) => eq(readings.owner, userId ?? "");

/** A dictionary by word: a member's, or the site's for null. */
export function listReadings(userId: string | null): Promise<ReadingItem[]> {
  return db.select(columns).from(readings).where(ofOwner(userId)).orderBy(asc(readings.wordKey));
}

/** A page of a dictionary, from 1, and how many entries it has. */
export async function listReadingsPage(options: {
  userId: string | null;
  page: number;
}): Promise<{ items: ReadingItem[]; total: number; page: number }> {
  const total = await db.$count(readings, ofOwner(options.userId));
  const page = Math.min(options.page, Math.max(1, Math.ceil(total / readingsPerPage)));
  const items = await db
    .select(columns)
    .from(readings)
    .where(ofOwner(options.userId))
    .orderBy(asc(readings.wordKey))
    .limit(readingsPerPage)
    .offset((page - 1) * readingsPerPage);
  return { items, total, page };
}

/** An entry of a member's dictionary, or of the site's with `userId` null. */
export async function findReading(options: {
  userId: string | null;
  id: number;
}): Promise<ReadingItem | undefined> {
  const [item] = await db
    .select(columns)
    .from(readings)
    .where(and(eq(readings.id, options.id), ofOwner(options.userId)));
  return item;
}

/**
 * The dictionaries that a line is spoken with, ready for `applyReadings`: the member's own before the site's. Null
 * for the official account, which has only that.
 */
export async function readingIndexFor(userId: string | null): Promise<ReadingIndex> {
  const owners = userId === null ? [""] : [userId, ""];
  const rows = await db
    .select({
      owner: readings.owner,
      word: readings.word,
      reading: readings.reading,
      accent: readings.accent,
    })
    .from(readings)
    .where(inArray(readings.owner, owners));
  return indexReadings([
    ...rows.filter(({ owner }) => owner !== ""),
    ...rows.filter(({ owner }) => owner === ""),
  ]);
}
