import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";

/** Which of the tracks on a page are in a playlist of `viewer`'s, with one query; none for a visitor. */
export async function findBookmarkedAmong(options: {
  viewer: { id: string } | null;
  trackIds: number[];
}): Promise<Set<number>> {
  const { viewer, trackIds } = options;
  if (!viewer || trackIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ trackId: playlistItems.trackId })
    .from(playlists)
    .innerJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), inArray(playlistItems.trackId, trackIds)),
    )
    .where(eq(playlists.userId, viewer.id));
  return new Set(rows.map(({ trackId }) => trackId));
}
