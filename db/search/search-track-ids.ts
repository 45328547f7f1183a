import { and, desc, eq, gte, lt, max, type SQL, sql } from "drizzle-orm";
import { lowPriorityQueue } from "#app/lib/event-loop.ts";
import { db } from "../client.ts";
import { dialect } from "../columns.ts";
import { isOneOf } from "../prepared.ts";
import { tracks, users } from "../schema/index.ts";
import {
  containsAll,
  gramToken,
  type SearchField,
  searchedText,
  selectGrams,
  unverifiedWords,
} from "./text.ts";

export interface TrackSearch {
  words: readonly string[];
  field: SearchField;
  beforeId?: number | undefined;
  count: number;
  /** On `tracks` and the author in `users`. */
  where?: SQL | undefined;
}

/** Postgres' largest integer. */
const maxId = 2 ** 31 - 1;

/** SQLite's; on Postgres both are indexes of `track_grams`. */
const gramTables = { title: sql`track_title_grams`, text: sql`track_grams` };

/** Newest tracks that Postgres scans before the index. */
const initialScanRows = 1500;
const maxScanRows = 20_000;
const maxCandidates = 4000;
/** Texts compared per query: on SQLite a query blocks the event loop. */
const maxTextsPerQuery = 1000;
/**
 * Width of SQLite's first id range: frequent pairs that never occur together are read to its end while the event loop is
 * blocked. A fast query widens it, a slow one narrows it.
 */
const initialIdSpan = 50_000;
const fastQueryMs = 5;
/**
 * Tracks with every word, descending. The cost grows with results and with texts that hold all the words' character pairs, not
 * with all tracks.
 */
export async function searchTrackIds(search: TrackSearch, firstScan = initialScanRows): Promise<number[]> {
  if (dialect === "sqlite") return searchIndex(search);
  const { count } = search;
  // Postgres' index returns all candidates at once, unordered: frequent words are found faster among the newest tracks.
  const found: number[] = [];
  let beforeId = search.beforeId ?? maxId;
  for (let rows = firstScan; rows > 0; ) {
    const start = await findIdAfterRows(beforeId, rows);
    const rest = { ...search, beforeId, count: count - found.length };
    found.push(...(await scanTracks(rest, gte(tracks.id, start))));
    if (found.length >= count || start === 0) return found;
    beforeId = start;
    // One more scan if the hit rate predicts the rest within the bound.
    const expected = Math.ceil(((count - found.length) / found.length) * rows * 1.2);
    rows = rows === firstScan && expected <= maxScanRows ? expected : 0;
  }
  return [...found, ...(await searchIndex({ ...search, beforeId, count: count - found.length }))];
}

async function findIdAfterRows(beforeId: number, rows: number): Promise<number> {
  const [row] = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(lt(tracks.id, beforeId))
    .orderBy(desc(tracks.id))
    .limit(1)
    .offset(rows - 1);
  return row?.id ?? 0;
}

/** As `searchTrackIds`, but only of a few `ids`, whose texts are compared. */
export const searchAmong = (search: TrackSearch, ids: readonly number[]): Promise<number[]> =>
  scanTracks(search, isOneOf(tracks.id, ids));

/** By comparing texts, among those that meet `condition`. */
async function scanTracks(search: TrackSearch, condition: SQL): Promise<number[]> {
  const { words, field, beforeId, count, where } = search;
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        condition,
        beforeId === undefined ? undefined : lt(tracks.id, beforeId),
        // SQLite would take eight ids for more than all visible tracks, and read those by their index; a plus prevents that.
        dialect === "sqlite" && where ? sql`+(${where})` : where,
        containsAll(tracks.searchText, field, words),
      ),
    )
    .orderBy(desc(tracks.id))
    .limit(count);
  return ids(rows);
}

/** By the index of grams in batches; compares texts where grams prove nothing. */
async function searchIndex({ words, field, count, where, ...search }: TrackSearch): Promise<number[]> {
  const unverified = dialect === "sqlite" ? unverifiedWords(words) : [];
  const found: number[] = [];
  let beforeId = Math.min(search.beforeId ?? maxId, (await findNewestId()) + 1);
  let span = initialIdSpan;
  for (let size = Math.min(4 * count, maxCandidates); ; size = maxCandidates) {
    const from = dialect === "sqlite" ? Math.max(0, beforeId - span) : 0;
    const started = performance.now();
    const some = ids(await selectCandidates({ words, field }, { from, beforeId }, size));
    span = performance.now() - started < fastQueryMs ? 4 * span : Math.max(initialIdSpan, span / 4);
    for (let at = 0, step = 2 * count; at < some.length && found.length < count; ) {
      if (at > 0) await yieldToOtherSearches();
      const condition = isOneOf(tracks.id, some.slice(at, at + step));
      const rest = { words: unverified, field, count: count - found.length, where };
      found.push(...(await scanTracks(rest, condition)));
      at += step;
      step = Math.min(2 * step, maxTextsPerQuery);
    }
    const last = some.at(-1);
    if (found.length >= count) return found;
    if (last !== undefined && some.length === size) beforeId = last;
    else if (from > 0) beforeId = from;
    else return found;
    await yieldToOtherSearches();
  }
}

const searchQueue = lowPriorityQueue();

/** One search continues per event loop turn, so that many delay pages no longer than one. */
const yieldToOtherSearches = () => new Promise<void>(searchQueue);

async function findNewestId(): Promise<number> {
  const [row] = await db.select({ id: max(tracks.id) }).from(tracks);
  return row?.id ?? 0;
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

/**
 * Up to `count` tracks with ids in [`from`, `beforeId`) and the words' grams, descending. Postgres ignores `from` and also
 * compares texts.
 */
export function selectCandidates(
  { words, field }: Pick<TrackSearch, "words" | "field">,
  { from, beforeId }: { from: number; beforeId: number },
  count: number,
) {
  const grams = selectGrams(words);
  if (dialect === "sqlite")
    return db
      .select({ id: sql<number>`rowid`.mapWith(Number) })
      .from(gramTables[field])
      .where(
        sql`${gramTables[field]} match ${grams.map((gram) => `"${gramToken(gram)}"`).join(" AND ")} and rowid >= ${from} and rowid < ${beforeId}`,
      )
      .orderBy(sql`rowid desc`)
      .limit(count);
  const text = sql`search_text`;
  const hasGrams = sql`search_grams(${searchedText(text, field)}) @> ${sql.param(grams)}::text[]`;
  const hasWords = and(hasGrams, containsAll(text, field, unverifiedWords(words)));
  return (
    db
      .select({ id: sql<number>`track_id`.mapWith(Number) })
      // A subquery of its own, or the planner would follow the order and read rows one by one.
      .from(sql`(select track_id from track_grams where ${hasWords} offset 0) as candidates`)
      .where(sql`track_id < ${beforeId}`)
      .orderBy(sql`track_id desc`)
      .limit(count)
  );
}
