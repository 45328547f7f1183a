import { and, count, eq, max, sql } from "drizzle-orm";
import { lockMemberWithPoster } from "#app/features/accounts/server/locks.server.ts";
import { NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { maxPlaylistItems } from "../../playlist.ts";
import { lockOwnPlaylist } from "../../server/locks.server.ts";
import { isBookmarked } from "./find-bookmarks.server.ts";

/** The item of an added track. */
export interface AddedItem {
  itemId: number;
  /** Position, from 1. */
  order: number;
  /** False when the track was in the playlist already. */
  isNew: boolean;
}

/**
 * Appends a track to a playlist of the viewer; a track that is in it already stays in its position. For a public
 * playlist, notifies the track's poster. Throws `NotFound` for a track or playlist hidden from the viewer, `Forbidden`
 * for another member's public playlist, `QuotaReached` when it is full (1,000 tracks), `NotAuthenticated`.
 */
export function addToPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
  trackId: number;
}): Promise<AddedItem> {
  const { viewer, playlistId, trackId } = options;
  return write(async (tx) => {
    await lockMemberWithPoster(tx, options);
    const posterId = await lockVisibleTrack(tx, options);
    const playlist = await lockOwnPlaylist(tx, options);
    const [existing] = await tx
      .select({ id: playlistItems.id, order: playlistItems.position })
      .from(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, trackId)));
    if (existing) return { itemId: existing.id, order: existing.order, isNew: false };

    const [end] = await tx
      .select({ items: count(), last: max(playlistItems.position) })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, playlistId));
    if (end && end.items >= maxPlaylistItems)
      throw new QuotaReached("プレイリストに入れられる音声は1,000件までです");
    const isFirst = !(await isBookmarked(tx, { viewer, trackId }));
    const order = (end?.last ?? 0) + 1;
    const [item] = await tx
      .insert(playlistItems)
      .values({ playlistId, trackId, position: order })
      .returning({ id: playlistItems.id });
    if (!item) throw new Error("nothing was inserted");
    if (isFirst)
      await tx
        .update(tracks)
        .set({ bookmarkCount: sql`${tracks.bookmarkCount} + 1` })
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
    await tx
      .update(playlists)
      .set({ updatedAt: new Date() })
      .where(eq(playlists.id, playlistId))
      .returning({ id: playlists.id });
    if (playlist.isPublic)
      await notify(tx, {
        userId: posterId,
        event: { type: "playlist_add", actorId: viewer.id, trackId, playlistId },
      });
    return { itemId: item.id, order, isNew: true };
  });
}

/** Locks a track until `tx` ends and returns its poster's id. Throws `NotFound` when it is hidden from `viewer`. */
async function lockVisibleTrack(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<string> {
  const found = tx
    .select({ posterId: tracks.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, trackId), visibleTo(viewer)));
  const [track] = await forUpdate(found, "no key update", { of: tracks });
  if (!track) throw new NotFound("音声が見つかりません");
  return track.posterId;
}
