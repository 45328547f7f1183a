import { and, eq, exists, inArray, ne, not, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlistItems, playlists, tracks } from "#db/schema/index.ts";

/**
 * Counts down the bookmarks that end with a playlist of the member's: its tracks that are in no other of theirs. Call it
 * in the transaction that deletes the playlist, after `holdAccount` and before the playlist is held (docs/decisions/0006);
 * for a playlist that is somebody else's it does nothing.
 */
export async function uncountBookmarks(
  tx: Db,
  { viewer, playlistId }: { viewer: { id: string }; playlistId: number },
): Promise<void> {
  const items = await tx
    .select({ trackId: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(and(eq(playlists.id, playlistId), eq(playlists.userId, viewer.id)));
  if (items.length === 0) return;
  const trackIds = items.map(({ trackId }) => trackId);
  await held(
    tx.select({ id: tracks.id }).from(tracks).where(inArray(tracks.id, trackIds)).orderBy(tracks.id),
    "no key update",
  );
  const elsewhere = tx
    .select({ id: playlistItems.id })
    .from(playlists)
    .innerJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), eq(playlistItems.trackId, tracks.id)),
    )
    .where(and(eq(playlists.userId, viewer.id), ne(playlists.id, playlistId)));
  await tx
    .update(tracks)
    .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
    .where(and(inArray(tracks.id, trackIds), not(exists(elsewhere))))
    .returning({ id: tracks.id });
}
