import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { selectTracksById, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { playlistItems, tracks, users } from "#db/schema/index.ts";
import type { PlaylistItem } from "../playlist.ts";

/** The largest value of an integer column on Postgres. */
const maxInteger = 2 ** 31 - 1;

export interface ItemPage {
  items: PlaylistItem[];
  /** Cursor of the next page, null on the last. Its time field holds the item's position. */
  next: string | null;
}

/**
 * One page of a playlist's items in order, without tracks hidden from the viewer. The caller checks that the viewer may
 * see the playlist (`findPlaylist`). `limit` 1–1000.
 */
export async function listItems(options: {
  viewer: { id: string } | null;
  playlistId: number;
  limit: number;
  cursor?: string | undefined;
}): Promise<ItemPage> {
  const { viewer, playlistId, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  // A cursor's time can be larger than any position, and than what Postgres compares with one.
  const after = cursor
    ? sql`(${playlistItems.position}, ${playlistItems.id}) > (${Math.min(cursor.at.getTime(), maxInteger)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select({ id: playlistItems.id, order: playlistItems.position, trackId: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(playlistItems.playlistId, playlistId), visibleTo(viewer), after))
    .orderBy(asc(playlistItems.position), asc(playlistItems.id))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const tracksWithLabels = await withLabels(await selectTracksById(shown.map(({ trackId }) => trackId)));
  const byId = new Map(tracksWithLabels.map((track) => [track.id, track]));
  const last = shown.at(-1);
  return {
    items: shown.flatMap(({ id, order, trackId }) => {
      const track = byId.get(trackId);
      return track ? [{ id, order, track }] : [];
    }),
    next: found.length > limit && last ? encodeCursor({ at: new Date(last.order), id: last.id }) : null,
  };
}

/** Number of tracks visible to the viewer, by playlist; playlists without any are not in the map. */
export async function countItems(options: {
  playlistIds: number[];
  viewer: { id: string } | null;
}): Promise<Map<number, number>> {
  const { playlistIds, viewer } = options;
  if (playlistIds.length === 0) return new Map();
  const rows = await db
    .select({ playlistId: playlistItems.playlistId, items: count() })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(inArray(playlistItems.playlistId, playlistIds), visibleTo(viewer)))
    .groupBy(playlistItems.playlistId);
  return new Map(rows.map(({ playlistId, items }) => [playlistId, items]));
}
