import { and, desc, eq, gt, lt, not, type SQL, sql } from "drizzle-orm";
import { notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import type { ListViewer, TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { audienceOf, isListedFor } from "#app/features/tracks/server/track-listing.server.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { searchAmong, searchTrackIds, type TrackSearch } from "#db/search/search-track-ids.ts";
import { containsAll, splitWords } from "#db/search/text.ts";
import { spellingsOf } from "../romaji.ts";
import {
  compareRanked,
  type Found,
  findHottest,
  places,
  type RankedTrack,
  rankFound,
} from "./rank-found.server.ts";

/** A count of this number means "or more". */
export const maxResultCount = 100;

export interface SearchQuery {
  query?: string | undefined;
  category?: string | undefined;
}

export interface SearchResults extends TrackPage {
  count: number;
}

/**
 * A page of the tracks listed for `viewer` (`isListedFor`, `notBlockedBy`) whose title, author, labels or script contain every
 * word of `query` (folded), as written or as read, and that have the label `category` (exact). Order: all words in the title,
 * then the query as a label, then the rest; within each by `weightOf`. Of more than a hundred, the newest hundred and the hottest
 * are weighed, the others follow by place and descending id. Without words by descending id. Romaji that nothing contains is
 * searched for in kana (`spellingsOf`). `limit` 1–100.
 */
export async function searchTracks(
  options: SearchQuery & {
    viewer: ListViewer | null;
    limit: number;
    cursor?: string | undefined;
  },
): Promise<SearchResults> {
  const { limit } = options;
  const audience = audienceOf(options.viewer);
  const after = decodePosition(options.cursor);
  const { find, findAmong } = await createSearch(
    options,
    and(isListedFor(audience), notBlockedBy(options.viewer, tracks.userId)),
  );
  const newest = await find(null, Math.max(maxResultCount, limit + 1));
  let found: (Found | RankedTrack)[];
  if (findAmong) {
    const weighed = newest.slice(0, maxResultCount);
    const last = weighed.length === maxResultCount ? weighed.at(-1) : undefined;
    const hottest = last && (await findHottest(audience));
    if (hottest) weighed.push(...(await findAmong([...hottest.keys()], last)));
    const ranked = await rankFound(weighed, hottest);
    const rest = after && !("weight" in after) ? after : null;
    found = ranked.filter((one) => !after || ("weight" in after && compareRanked(after, one) < 0));
    if (found.length <= limit && last) {
      const shown = new Set(weighed.map(({ id }) => id));
      const count = limit + 1 - found.length + (weighed.length - maxResultCount);
      found.push(...(await find(rest ?? last, count)).filter(({ id }) => !shown.has(id)));
    }
  } else found = after ? await find(after, limit + 1) : newest;
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    tracks: await findTracksById(shown.map(({ id }) => id)),
    next: found.length > limit && last ? encodePosition(last) : null,
    count: Math.min(newest.length, maxResultCount),
  };
}

/** A cursor's time holds the place's index and the weight, 0 after the weighed ones. */
function encodePosition(position: Found | RankedTrack): string {
  const weight = "weight" in position ? position.weight : 0;
  return encodeCursor({
    at: new Date(weight * places.length + places.indexOf(position.place)),
    id: position.id,
  });
}

function decodePosition(cursor: string | undefined): Found | RankedTrack | null {
  const position = cursor ? decodeCursor(cursor) : null;
  if (!position) return null;
  const time = position.at.getTime();
  const [place = "text", weight] = [places[time % places.length], Math.floor(time / places.length)];
  return weight > 0 ? { id: position.id, place, weight } : { id: position.id, place };
}

interface Search {
  /** By place and descending id. */
  find: (after: Found | null, count: number) => Promise<Found[]>;
  /** Of `ids` those that stand after `last` at its place; null where nothing is weighed. */
  findAmong: ((ids: readonly number[], last: Found) => Promise<Found[]>) | null;
}

async function createSearch(
  { query = "", category }: SearchQuery,
  isListed: SQL | undefined,
): Promise<Search> {
  const nothing: Search = { find: async () => [], findAmong: null };
  const words = splitWords(query);
  const labelId = category === undefined ? undefined : await findLabel(category);
  if (category !== undefined && labelId === undefined) return nothing;
  if (words.length === 0) {
    if (labelId === undefined) return nothing;
    return {
      async find(after, count) {
        const ids = await tracksInCategory({ labelId, beforeId: after?.id, count, where: isListed });
        return ids.map((id) => ({ id, place: "text" }));
      },
      findAmong: null,
    };
  }
  const search = { isListed, labelId };
  const queryLabelId = await findLabel(query.replaceAll("\0", "").trim());
  let found = searchOf({ ...search, words, queryLabelId });
  for (const inKana of spellingsOf(words).slice(1)) {
    if ((await found.find(null, 1)).length > 0) return found;
    found = searchOf({ ...search, words: inKana, queryLabelId: undefined });
  }
  return found;
}

async function findLabel(name: string): Promise<number | undefined> {
  const [label] = await db.select({ id: labels.id }).from(labels).where(eq(labels.name, name));
  return label?.id;
}

interface Stage {
  place: Found["place"];
  find: (beforeId: number | undefined, count: number) => Promise<number[]>;
  /** What `find` finds. */
  words: readonly string[];
  where: SQL | undefined;
}

/**
 * Tracks with all `words`, in the category `labelId` if given: titles first, then the label `queryLabelId`, then texts.
 */
function searchOf(o: {
  words: string[];
  isListed: SQL | undefined;
  labelId: number | undefined;
  queryLabelId: number | undefined;
}): Search {
  const { words, isListed, labelId, queryLabelId } = o;
  const hasTitle = containsAll(tracks.searchText, "title", words);
  const notInTitle = and(isListed, hasTitle && not(hasTitle));
  const isInCategory = labelId === undefined ? undefined : hasLabel(labelId);
  const wordStage = (place: "title" | "text", where: SQL | undefined): Stage => ({
    place,
    words,
    where: and(where, isInCategory),
    find(beforeId, count) {
      const search = { words, field: place, beforeId, count, where };
      return labelId === undefined ? searchTrackIds(search) : findInCategory({ ...search, labelId });
    },
  });
  const stages = [wordStage("title", isListed)];
  if (queryLabelId !== undefined) {
    const where = and(notInTitle, isInCategory);
    stages.push({
      place: "label",
      words: [],
      where: and(where, hasLabel(queryLabelId)),
      find: (beforeId, count) => tracksInCategory({ labelId: queryLabelId, beforeId, count, where }),
    });
  }
  stages.push(
    wordStage("text", queryLabelId === undefined ? notInTitle : and(notInTitle, not(hasLabel(queryLabelId)))),
  );
  const indexOf = (place: Found["place"]) =>
    Math.max(
      0,
      stages.findIndex((stage) => stage.place === place),
    );
  return {
    async find(after, count) {
      const found: Found[] = [];
      for (const [index, stage] of stages.slice(after ? indexOf(after.place) : 0).entries()) {
        if (found.length >= count) break;
        const ids = await stage.find(index === 0 ? after?.id : undefined, count - found.length);
        found.push(...ids.map((id) => ({ id, place: stage.place })));
      }
      return found;
    },
    async findAmong(ids, last) {
      const stage = stages[indexOf(last.place)];
      const older = ids.filter((id) => id < last.id);
      if (!stage || older.length === 0) return [];
      const field = stage.place === "title" ? "title" : "text";
      const found = await searchAmong({ ...stage, field, beforeId: last.id, count: older.length }, older);
      return found.map((id) => ({ id, place: stage.place }));
    },
  };
}

const hasLabel = (labelId: number): SQL =>
  sql`exists (select 1 from ${trackLabels} where ${trackLabels.labelId} = ${labelId} and ${trackLabels.trackId} = ${tracks.id})`;

interface CategoryQuery {
  labelId: number;
  beforeId?: number | undefined;
  count: number;
}

/** Newest tracks of a category to scan before the text index is used. */
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
