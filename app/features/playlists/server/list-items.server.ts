import { and, asc, eq, sql } from "drizzle-orm";
import { selectTracksById, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { playlistItems, tracks, users } from "#db/schema/index.ts";
import type { PlaylistItem } from "../playlist.ts";

export interface ItemPage {
  items: PlaylistItem[];
  /** Cursor of the next page, null on the last; an item's place stands where lists by time have the time. */
  next: string | null;
}

/**
 * The tracks of a playlist in its order, a page at a time, without those that are hidden from the viewer. Whether the
 * viewer may see the playlist is the caller's to know (`findPlaylist`). `limit` 1–1000.
 */
export async function listItems(options: {
  viewer: { id: string } | null;
  playlistId: number;
  limit: number;
  cursor?: string | undefined;
}): Promise<ItemPage> {
  const { viewer, playlistId, limit } = options;
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlistItems.position}, ${playlistItems.id}) > (${cursor.at.getTime()}, ${cursor.id})`
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
  const listed = await withLabels(await selectTracksById(shown.map(({ trackId }) => trackId)));
  const byId = new Map(listed.map((track) => [track.id, track]));
  const last = shown.at(-1);
  return {
    items: shown.flatMap(({ id, order, trackId }) => {
      const track = byId.get(trackId);
      return track ? [{ id, order, track }] : [];
    }),
    next: found.length > limit && last ? writeCursor({ at: new Date(last.order), id: last.id }) : null,
  };
}
