import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { selectTracksById, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { isPublic } from "#app/features/tracks/server/track-visibility.server.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { searchTrackIds } from "#db/search/search-track-ids.ts";
import { contains, splitWords } from "#db/search/text.ts";

/** Results are counted up to this number, which then means "or more". */
export const maxResultCount = 100;

/** Words, a category's name, or both: tracks of the category that contain the words. */
export interface SearchQuery {
  query?: string | undefined;
  category?: string | undefined;
}

/** A page of results. */
export interface SearchResults extends TrackPage {
  /** The number of all results, up to `maxResultCount`. */
  count: number;
}

/**
 * A page of the public tracks whose title, poster, labels or script contain every word of `query` (folded) and that have
 * the label `category` (exact name), by descending id. `limit` 1–100.
 */
export async function searchTracks(
  options: SearchQuery & { limit: number; cursor?: string | undefined },
): Promise<SearchResults> {
  const { limit } = options;
  const beforeId = (options.cursor && decodeCursor(options.cursor)?.id) || undefined;
  const find = await createFinder(options);
  const [counted, ids] = await Promise.all([
    find(undefined, Math.max(maxResultCount, limit + 1)),
    beforeId === undefined ? null : find(beforeId, limit + 1),
  ]);
  const found = ids ?? counted.slice(0, limit + 1);
  const shown = found.slice(0, limit);
  const byId = new Map((await withLabels(await selectTracksById(shown))).map((track) => [track.id, track]));
  const page = shown.map((id) => byId.get(id)).filter((track) => track !== undefined);
  const last = page.at(-1);
  return {
    tracks: page,
    next: found.length > limit && last ? encodeCursor({ at: last.uploadedAt, id: last.id }) : null,
    count: Math.min(counted.length, maxResultCount),
  };
}

/** Returns the ids of up to `count` results with ids below `beforeId`, in descending order. */
type Finder = (beforeId: number | undefined, count: number) => Promise<number[]>;

async function createFinder({ query = "", category }: SearchQuery): Promise<Finder> {
  const words = splitWords(query);
  if (category === undefined)
    return words.length === 0
      ? async () => []
      : (beforeId, count) => searchTrackIds({ words, beforeId, count, where: isPublic });
  const [label] = await db.select({ id: labels.id }).from(labels).where(eq(labels.name, category));
  if (!label) return async () => [];
  const labelId = label.id;
  if (words.length === 0)
    return (beforeId, count) => tracksInCategory({ labelId, beforeId, count, where: isPublic });
  return (beforeId, count) => findInCategory({ labelId, words, beforeId, count });
}

interface CategoryQuery {
  labelId: number;
  beforeId: number | undefined;
  count: number;
}

/** Newest tracks of a category whose text is scanned before the text index is used. */
const maxScannedTracks = 1000;

async function findInCategory(options: CategoryQuery & { words: string[] }): Promise<number[]> {
  const { labelId, words, beforeId, count } = options;
  const [next] = await db
    .select({ id: trackLabels.trackId })
    .from(trackLabels)
    .where(inCategoryBefore(labelId, beforeId))
    .orderBy(desc(trackLabels.trackId))
    .limit(1)
    .offset(maxScannedTracks);
  const texts = words.map((word) => contains(tracks.searchText, word));
  const isNear = next && gt(trackLabels.trackId, next.id);
  const found = await tracksInCategory({ ...options, where: and(isPublic, isNear, ...texts) });
  if (!next || found.length >= count) return found;
  const isLabelled = sql`exists (select 1 from ${trackLabels} where ${trackLabels.labelId} = ${labelId} and ${trackLabels.trackId} = ${tracks.id})`;
  const where = and(isPublic, isLabelled);
  return [
    ...found,
    ...(await searchTrackIds({ words, beforeId: next.id + 1, count: count - found.length, where }, 0)),
  ];
}

const inCategoryBefore = (labelId: number, beforeId: number | undefined) =>
  and(
    eq(trackLabels.labelId, labelId),
    beforeId === undefined ? undefined : lt(trackLabels.trackId, beforeId),
  );

async function tracksInCategory(options: CategoryQuery & { where: SQL | undefined }): Promise<number[]> {
  const { labelId, beforeId, count, where } = options;
  const rows = await db
    .select({ id: trackLabels.trackId })
    .from(trackLabels)
    .innerJoin(tracks, eq(tracks.id, trackLabels.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(inCategoryBefore(labelId, beforeId), where))
    .orderBy(desc(trackLabels.trackId))
    .limit(count);
  return rows.map(({ id }) => id);
}
