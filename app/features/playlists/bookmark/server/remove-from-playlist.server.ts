import { and, eq, sql } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { retractNotification } from "#app/features/notifications/server/retract-notification.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlistItems, playlists, tracks } from "#db/schema/index.ts";
import { renumberItems } from "../../reorder/server/renumber-items.server.ts";
import { lockOwnPlaylist } from "../../server/locks.server.ts";
import { isBookmarked } from "./find-bookmarks.server.ts";

/** Identifies the item by its own id or by its track's. */
type ItemKey = { itemId: number; trackId?: undefined } | { trackId: number; itemId?: undefined };

/**
 * Removes a track from a playlist of the viewer and renumbers the other items. Idempotent: a track that is not in it is
 * no error. Retracts the unread notification of the track's poster. `isBookmarked`: the track is in another playlist of
 * the viewer. Throws `NotFound` and `Forbidden` for playlists that are not the viewer's, `NotAuthenticated`.
 */
export function removeFromPlaylist(
  options: { viewer: { id: string }; playlistId: number } & ItemKey,
): Promise<{ isBookmarked: boolean }> {
  const { viewer, playlistId } = options;
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    // Tracks are locked before playlists (docs/decisions/0006), so the track is looked up first.
    const trackId = options.trackId ?? (await findTrackOfItem(tx, { ...options, itemId: options.itemId }));
    const posterId = trackId === null ? null : await lockTrack(tx, trackId);
    const playlist = await lockOwnPlaylist(tx, options);
    if (trackId === null) return { isBookmarked: false };

    const removed = await tx
      .delete(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, trackId)))
      .returning({ id: playlistItems.id });
    const isElsewhere = await isBookmarked(tx, { viewer, trackId });
    if (removed.length === 0) return { isBookmarked: isElsewhere };
    await renumberItems(tx, [playlistId]);
    if (!isElsewhere)
      await tx
        .update(tracks)
        .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
    if (playlist.isPublic && posterId !== null)
      await retractNotification(tx, {
        userId: posterId,
        event: { type: "playlist_add", actorId: viewer.id, trackId, playlistId },
      });
    return { isBookmarked: isElsewhere };
  });
}

async function findTrackOfItem(
  tx: Db,
  options: { viewer: { id: string }; playlistId: number; itemId: number },
): Promise<number | null> {
  const [item] = await tx
    .select({ trackId: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(
      and(
        eq(playlistItems.id, options.itemId),
        eq(playlistItems.playlistId, options.playlistId),
        eq(playlists.userId, options.viewer.id),
      ),
    );
  return item?.trackId ?? null;
}

/** Locks a track, visible or not, until `tx` ends: hidden tracks can be removed too. Returns its poster's id, or null. */
async function lockTrack(tx: Db, trackId: number): Promise<string | null> {
  const found = tx.select({ posterId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const [track] = await forUpdate(found, "no key update");
  return track?.posterId ?? null;
}
