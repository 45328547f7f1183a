import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { TrackPage } from "#app/features/tracks/server/list-tracks.server.ts";
import { selectTracksById, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { isPublic } from "#app/features/tracks/server/visible-to.server.ts";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { matchingTracks } from "#db/matching-tracks.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { contains, wordsOf } from "#db/search.ts";

/** What is counted at most: beyond, there are "100 or more". */
export const mostCounted = 100;

/** What is searched for: words, a category's name, or tracks of the category with the words. */
export interface Wanted {
  query?: string | undefined;
  category?: string | undefined;
}

export interface SearchResults extends TrackPage {
  /** All results, not only this page's; `mostCounted` stands for that many or more. */
  count: number;
}

/**
 * Public tracks whose title, poster, labels or script contain every word of `query`, folded, and that carry the label
 * `category` exactly so named; the newest (greatest id) first, a page at a time (decisions, "Tracks"). `limit` 1–100.
 */
export async function searchTracks(
  options: Wanted & { limit: number; cursor?: string | undefined },
): Promise<SearchResults> {
  const { limit } = options;
  const below = (options.cursor && readCursor(options.cursor)?.id) || undefined;
  const find = await finderOf(options);
  const [counted, ids] = await Promise.all([
    find(undefined, Math.max(mostCounted, limit + 1)),
    below === undefined ? null : find(below, limit + 1),
  ]);
  const found = ids ?? counted.slice(0, limit + 1);
  const shown = found.slice(0, limit);
  const byId = new Map((await withLabels(await selectTracksById(shown))).map((track) => [track.id, track]));
  const page = shown.map((id) => byId.get(id)).filter((track) => track !== undefined);
  const last = page.at(-1);
  return {
    tracks: page,
    next: found.length > limit && last ? writeCursor({ at: last.uploadedAt, id: last.id }) : null,
    count: Math.min(counted.length, mostCounted),
  };
}

/** Gives the ids of up to `count` results below `below`, the greatest first. */
type Finder = (below: number | undefined, count: number) => Promise<number[]>;

async function finderOf({ query = "", category }: Wanted): Promise<Finder> {
  const words = wordsOf(query);
  if (category === undefined)
    return words.length === 0
      ? async () => []
      : (below, count) => matchingTracks({ words, below, count, where: isPublic });
  const [label] = await db.select({ id: labels.id }).from(labels).where(eq(labels.name, category));
  if (!label) return async () => [];
  const labelId = label.id;
  if (words.length === 0) return (below, count) => labelledTracks({ labelId, below, count, where: isPublic });
  return (below, count) => labelledAndMatching({ labelId, words, below, count });
}

interface Labelled {
  labelId: number;
  below: number | undefined;
  count: number;
}

/** The newest tracks of a category that are looked through before the index of words is asked. */
const firstLook = 1000;

async function labelledAndMatching(options: Labelled & { words: string[] }): Promise<number[]> {
  const { labelId, words, below, count } = options;
  const [next] = await db
    .select({ id: trackLabels.trackId })
    .from(trackLabels)
    .where(labelledBelow(labelId, below))
    .orderBy(desc(trackLabels.trackId))
    .limit(1)
    .offset(firstLook);
  const texts = words.map((word) => contains(tracks.searchText, word));
  const isNear = next && gt(trackLabels.trackId, next.id);
  const found = await labelledTracks({ ...options, where: and(isPublic, isNear, ...texts) });
  if (!next || found.length >= count) return found;
  const isLabelled = sql`exists (select 1 from ${trackLabels} where ${trackLabels.labelId} = ${labelId} and ${trackLabels.trackId} = ${tracks.id})`;
  const where = and(isPublic, isLabelled);
  return [
    ...found,
    ...(await matchingTracks({ words, below: next.id + 1, count: count - found.length, where }, 0)),
  ];
}

const labelledBelow = (labelId: number, below: number | undefined) =>
  and(eq(trackLabels.labelId, labelId), below === undefined ? undefined : lt(trackLabels.trackId, below));

async function labelledTracks(options: Labelled & { where: SQL | undefined }): Promise<number[]> {
  const { labelId, below, count, where } = options;
  const rows = await db
    .select({ id: trackLabels.trackId })
    .from(trackLabels)
    .innerJoin(tracks, eq(tracks.id, trackLabels.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(labelledBelow(labelId, below), where))
    .orderBy(desc(trackLabels.trackId))
    .limit(count);
  return rows.map(({ id }) => id);
}
