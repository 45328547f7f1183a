import { and, desc, eq, gt, lt, not, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { audienceOf, isListedFor } from "#app/features/tracks/server/track-listing.server.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { searchTrackIds, type TrackSearch } from "#db/search/search-track-ids.ts";
import { containsAll, type SearchField, splitWords } from "#db/search/text.ts";

/** Results are counted up to this number, which then means "or more". */
export const maxResultCount = 100;

/** Words, a category's name, or both: tracks of the category that contain the words. */
export interface SearchQuery {
  query?: string | undefined;
  category?: string | undefined;
}

export interface SearchResults extends TrackPage {
  /** The number of all results, up to `maxResultCount`. */
  count: number;
}

/** A track that was found, and where. */
interface Found {
  id: number;
  field: SearchField;
}

/**
 * A page of the public tracks that `viewer` is shown in lists (`isListedFor`), whose title, author, labels or script contain every word of `query` (folded) and that have
 * the label `category` (exact name): first those whose title contains all the words, then the others, both by descending
 * id. `limit` 1–100.
 */
export async function searchTracks(
  options: SearchQuery & {
    viewer: Pick<Viewer, "state"> | null;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<SearchResults> {
  const { limit } = options;
  const after = decodePosition(options.cursor);
  const find = await createFinder(options, isListedFor(audienceOf(options.viewer)));
  const [counted, continued] = await Promise.all([
    find(null, Math.max(maxResultCount, limit + 1)),
    after && find(after, limit + 1),
  ]);
  const found = continued ?? counted.slice(0, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    tracks: await findTracksById(shown.map(({ id }) => id)),
    next: found.length > limit && last ? encodePosition(last) : null,
    count: Math.min(counted.length, maxResultCount),
  };
}

/** A cursor's time says where its track was found: 1 in the title, any other in the text. */
const titleTime = 1;

const encodePosition = ({ id, field }: Found): string =>
  encodeCursor({ at: new Date(field === "title" ? titleTime : 0), id });

function decodePosition(cursor: string | undefined): Found | null {
  const position = cursor ? decodeCursor(cursor) : null;
  return position && { id: position.id, field: position.at.getTime() === titleTime ? "title" : "text" };
}

/** Returns up to `count` results after a position, in order. */
type Finder = (after: Found | null, count: number) => Promise<Found[]>;

async function createFinder(
  { query = "", category }: SearchQuery,
  isListed: SQL | undefined,
): Promise<Finder> {
  const words = splitWords(query);
  if (category === undefined) {
    if (words.length === 0) return async () => [];
    return titlesFirst({ words, isListed }, (search) => searchTrackIds({ ...search, words }));
  }
  const [label] = await db.select({ id: labels.id }).from(labels).where(eq(labels.name, category));
  if (!label) return async () => [];
  const labelId = label.id;
  if (words.length > 0)
    return titlesFirst({ words, isListed }, (search) => findInCategory({ ...search, labelId, words }));
  return async (after, count) => {
    const ids = await tracksInCategory({ labelId, beforeId: after?.id, count, where: isListed });
    return ids.map((id) => ({ id, field: "text" }));
  };
}

type FieldSearch = Omit<TrackSearch, "words">;

/** A finder that returns the titles' hits before the texts' other hits. */
function titlesFirst(
  { words, isListed }: { words: string[]; isListed: SQL | undefined },
  find: (search: FieldSearch) => Promise<number[]>,
): Finder {
  const findIn = async (search: FieldSearch): Promise<Found[]> =>
    (await find(search)).map((id) => ({ id, field: search.field }));
  const hasTitle = containsAll(tracks.searchText, "title", words);
  const isOther = and(isListed, hasTitle && not(hasTitle));
  return async (after, count) => {
    if (after?.field === "text") return findIn({ field: "text", beforeId: after.id, count, where: isOther });
    const titles = await findIn({ field: "title", beforeId: after?.id, count, where: isListed });
    if (titles.length >= count) return titles;
    const others = await findIn({ field: "text", count: count - titles.length, where: isOther });
    return [...titles, ...others];
  };
}

interface CategoryQuery {
  labelId: number;
  beforeId?: number | undefined;
  count: number;
}

/** Newest tracks of a category whose text is scanned before the text index is used. */
const maxScannedTracks = 1000;

async function findInCategory(options: CategoryQuery & TrackSearch): Promise<number[]> {
  const { labelId, words, field, beforeId, count, where } = options;
  const [next] = await db
    .select({ id: trackLabels.trackId })
    .from(trackLabels)
    .where(inCategoryBefore(labelId, beforeId))
    .orderBy(desc(trackLabels.trackId))
    .limit(1)
    .offset(maxScannedTracks);
  const hasWords = containsAll(tracks.searchText, field, words);
  const isNear = next && gt(trackLabels.trackId, next.id);
  const found = await tracksInCategory({ ...options, where: and(where, isNear, hasWords) });
  if (!next || found.length >= count) return found;
  const isLabelled = sql`exists (select 1 from ${trackLabels} where ${trackLabels.labelId} = ${labelId} and ${trackLabels.trackId} = ${tracks.id})`;
  const rest = { words, field, beforeId: next.id + 1, count: count - found.length };
  return [...found, ...(await searchTrackIds({ ...rest, where: and(where, isLabelled) }, 0))];
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
