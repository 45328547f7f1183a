import { and, eq, sql } from "drizzle-orm";
import { holdMember } from "#app/features/accounts/server/hold-member.server.ts";
import { takeBack } from "#app/features/notifications/server/take-back.server.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlistItems, playlists, tracks } from "#db/schema/index.ts";
import { closeUpPositions } from "./close-up-positions.server.ts";
import { holdOwnPlaylist } from "./hold-own-playlist.server.ts";
import { isBookmarked } from "./is-bookmarked.server.ts";

/** The item, or the track that it is. */
type Which = { itemId: number; trackId?: undefined } | { trackId: number; itemId?: undefined };

/**
 * Takes a track out of an own playlist, whose other items close up. One that is not in it (any more) is no error: of two
 * tabs that take the same one out, both have what they wanted. What the track's poster has not read of it is taken back.
 * `isBookmarked`: the track is in another playlist of the
 * viewer's. Throws `NotFound` and `Forbidden` for playlists that are not the viewer's, `NotAuthenticated`.
 */
export function removeFromPlaylist(
  options: { viewer: { id: string }; playlistId: number } & Which,
): Promise<{ isBookmarked: boolean }> {
  const { viewer, playlistId } = options;
  return write(async (tx) => {
    await holdMember(tx, viewer.id);
    // Tracks are held before playlists (docs/decisions/0006), so it is known first which one it is.
    const trackId = options.trackId ?? (await trackOfItem(tx, { ...options, itemId: options.itemId }));
    const posterId = trackId === null ? null : await holdTrack(tx, trackId);
    const playlist = await holdOwnPlaylist(tx, options);
    if (trackId === null) return { isBookmarked: false };

    const removed = await tx
      .delete(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, trackId)))
      .returning({ id: playlistItems.id });
    const isLeft = await isBookmarked(tx, { userId: viewer.id, trackId });
    if (removed.length === 0) return { isBookmarked: isLeft };
    await closeUpPositions(tx, [playlistId]);
    if (!isLeft)
      await tx
        .update(tracks)
        .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
    if (playlist.isPublic && posterId !== null)
      await takeBack(tx, {
        userId: posterId,
        happening: { type: "playlist_add", actorId: viewer.id, trackId, playlistId },
      });
    return { isBookmarked: isLeft };
  });
}

async function trackOfItem(
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

/**
 * Until `tx` ends, also one that was hidden since: what is in one's playlist can be taken out. Returns whose it is, null
 * when it is gone.
 */
async function holdTrack(tx: Db, trackId: number): Promise<string | null> {
  const found = tx.select({ posterId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const [track] = await held(found, "no key update");
  return track?.posterId ?? null;
}
