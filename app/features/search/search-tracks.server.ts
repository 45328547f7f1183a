import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { matchingTracks } from "#db/matching-tracks.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import { contains, wordsOf } from "#db/search.ts";
import type { TrackPage } from "../tracks/list-tracks.server.ts";
import { selectTracksById, withLabels } from "../tracks/select-tracks.server.ts";
import { isPublic } from "../tracks/visible-to.server.ts";

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

/** Of a label that so few tracks carry, each is looked at. */
const fewTracks = 2000;

async function finderOf({ query = "", category }: Wanted): Promise<Finder> {
  const words = wordsOf(query);
  if (category === undefined)
    return words.length === 0
      ? async () => []
      : (below, count) => matchingTracks({ words, below, count, where: isPublic });
  const [label] = await db
    .select({ id: labels.id, usageCount: labels.usageCount })
    .from(labels)
    .where(eq(labels.name, category));
  if (!label) return async () => [];
  const texts = words.map((word) => contains(tracks.searchText, word));
  if (words.length === 0 || label.usageCount <= fewTracks)
    return (below, count) =>
      labelledTracks({ labelId: label.id, below, count, where: and(isPublic, ...texts) });
  const isLabelled = sql`exists (select 1 from ${trackLabels} where ${trackLabels.labelId} = ${label.id} and ${trackLabels.trackId} = ${tracks.id})`;
  return (below, count) => matchingTracks({ words, below, count, where: and(isPublic, isLabelled) });
}

async function labelledTracks(options: {
  labelId: number;
  below: number | undefined;
  count: number;
  where: SQL | undefined;
}): Promise<number[]> {
  const { labelId, below, count, where } = options;
  const before = below === undefined ? undefined : lt(trackLabels.trackId, below);
  const rows = await db
    .select({ id: trackLabels.trackId })
    .from(trackLabels)
    .innerJoin(tracks, eq(tracks.id, trackLabels.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(trackLabels.labelId, labelId), before, where))
    .orderBy(desc(trackLabels.trackId))
    .limit(count);
  return rows.map(({ id }) => id);
}
