import { and, desc, eq, gt, lt, not, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { audienceOf, isListedFor } from "#app/features/tracks/server/track-listing.server.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { searchTrackIds, type TrackSearch } from "#db/search/search-track-ids.ts";
import { containsAll, splitWords } from "#db/search/text.ts";
import { romajiToKana } from "../romaji.ts";

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

/** Where a track was found: its title has all the words, the query is one of its labels, or its text has all the words. */
type Place = "title" | "label" | "text";

/** A track that was found, and where. */
interface Found {
  id: number;
  place: Place;
}

/**
 * A page of the public tracks that `viewer` is shown in lists (`isListedFor`), whose title, author, labels or script contain
 * every word of `query` (folded), as it is written or as it is read, and that have the label `category` (exact name): first
 * those whose title contains all the words, then those that have the query as a label, then the others, each by descending id.
 * A query in romaji that nothing contains is searched for in kana. `limit` 1–100.
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

/** A cursor's time says where its track was found: the place's index. Any other time is the text. */
const placesOfTimes: readonly Place[] = ["text", "title", "label"];

const encodePosition = ({ id, place }: Found): string =>
  encodeCursor({ at: new Date(placesOfTimes.indexOf(place)), id });

function decodePosition(cursor: string | undefined): Found | null {
  const position = cursor ? decodeCursor(cursor) : null;
  return position && { id: position.id, place: placesOfTimes[position.at.getTime()] ?? "text" };
}

/** Returns up to `count` results after a position, in order. */
type Finder = (after: Found | null, count: number) => Promise<Found[]>;

async function createFinder(
  { query = "", category }: SearchQuery,
  isListed: SQL | undefined,
): Promise<Finder> {
  const words = splitWords(query);
  const labelId = category === undefined ? undefined : await findLabel(category);
  if (category !== undefined && labelId === undefined) return async () => [];
  if (words.length === 0) {
    if (labelId === undefined) return async () => [];
    return async (after, count) => {
      const ids = await tracksInCategory({ labelId, beforeId: after?.id, count, where: isListed });
      return ids.map((id) => ({ id, place: "text" }));
    };
  }
  const search = { isListed, labelId };
  const asTyped = finderOf({
    ...search,
    words,
    queryLabelId: await findLabel(query.replaceAll("\0", "").trim()),
  });
  const inKana = words.map((word) => romajiToKana(word) ?? word);
  if (inKana.every((word, index) => word === words[index])) return asTyped;
  const isFound = (await asTyped(null, 1)).length > 0;
  return isFound ? asTyped : finderOf({ ...search, words: inKana, queryLabelId: undefined });
}

async function findLabel(name: string): Promise<number | undefined> {
  const [label] = await db.select({ id: labels.id }).from(labels).where(eq(labels.name, name));
  return label?.id;
}

type FieldSearch = Omit<TrackSearch, "words">;

/**
 * A finder of the tracks that contain all of `words`, in the category `labelId` if there is one: the titles' hits come before
 * those that have the label `queryLabelId`, and these before the texts' other hits.
 */
function finderOf(o: {
  words: string[];
  isListed: SQL | undefined;
  labelId: number | undefined;
  queryLabelId: number | undefined;
}): Finder {
  const { words, isListed, labelId, queryLabelId } = o;
  const find = (search: FieldSearch) =>
    labelId === undefined
      ? searchTrackIds({ ...search, words })
      : findInCategory({ ...search, labelId, words });
  const hasTitle = containsAll(tracks.searchText, "title", words);
  const notInTitle = and(isListed, hasTitle && not(hasTitle));
  const isInCategory = labelId === undefined ? undefined : hasLabel(labelId);
  const stages: { place: Place; find: (beforeId: number | undefined, count: number) => Promise<number[]> }[] =
    [
      {
        place: "title",
        find: (beforeId, count) => find({ field: "title", beforeId, count, where: isListed }),
      },
    ];
  if (queryLabelId !== undefined)
    stages.push({
      place: "label",
      find: (beforeId, count) =>
        tracksInCategory({ labelId: queryLabelId, beforeId, count, where: and(notInTitle, isInCategory) }),
    });
  const isRest = queryLabelId === undefined ? notInTitle : and(notInTitle, not(hasLabel(queryLabelId)));
  stages.push({
    place: "text",
    find: (beforeId, count) => find({ field: "text", beforeId, count, where: isRest }),
  });
  return async (after, count) => {
    const first = Math.max(
      0,
      stages.findIndex(({ place }) => place === after?.place),
    );
    const found: Found[] = [];
    for (const [index, stage] of stages.slice(first).entries()) {
      if (found.length >= count) break;
      const ids = await stage.find(index === 0 ? after?.id : undefined, count - found.length);
      found.push(...ids.map((id) => ({ id, place: stage.place })));
    }
    return found;
  };
}

const hasLabel = (labelId: number): SQL =>
  sql`exists (select 1 from ${trackLabels} where ${trackLabels.labelId} = ${labelId} and ${trackLabels.trackId} = ${tracks.id})`;

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
  const rest = { words, field, beforeId: next.id + 1, count: count - found.length };
  return [...found, ...(await searchTrackIds({ ...rest, where: and(where, hasLabel(labelId)) }, 0))];
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
