import { and, count, eq, inArray } from "drizzle-orm";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { playlistItems, tracks, users } from "#db/schema/index.ts";

/** Tracks in each of these playlists, without those that are hidden from the viewer; empty ones are not in the map. */
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
