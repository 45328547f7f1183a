import { and, count, eq, max, sql } from "drizzle-orm";
import { holdMemberWithPoster } from "#app/features/accounts/server/hold-member-with-poster.server.ts";
import { NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { longestPlaylist } from "../playlist.ts";
import { holdOwnPlaylist } from "./hold-own-playlist.server.ts";
import { isBookmarked } from "./is-bookmarked.server.ts";

/** Where a track stands in a playlist it was added to. */
export interface AddedItem {
  itemId: number;
  /** Its place, from 1. */
  order: number;
  /** False when it was there already. */
  isNew: boolean;
}

/**
 * Puts a track at the end of an own playlist; one that is in it already stays where it is. Where everybody sees the
 * playlist, the track's poster is told. Throws `NotFound` for a track
 * or playlist that the viewer may not know of, `Forbidden` for somebody else's public playlist, `QuotaReached` when it is
 * full, `NotAuthenticated`.
 */
export function addToPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
  trackId: number;
}): Promise<AddedItem> {
  const { viewer, playlistId, trackId } = options;
  return write(async (tx) => {
    await holdMemberWithPoster(tx, options);
    const posterId = await holdVisibleTrack(tx, options);
    const playlist = await holdOwnPlaylist(tx, options);
    const [there] = await tx
      .select({ id: playlistItems.id, order: playlistItems.position })
      .from(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, trackId)));
    if (there) return { itemId: there.id, order: there.order, isNew: false };

    const [end] = await tx
      .select({ items: count(), last: max(playlistItems.position) })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, playlistId));
    if (end && end.items >= longestPlaylist)
      throw new QuotaReached("プレイリストに入れられる音声は1,000件までです");
    const isFirst = !(await isBookmarked(tx, { userId: viewer.id, trackId }));
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
        happening: { type: "playlist_add", actorId: viewer.id, trackId, playlistId },
      });
    return { itemId: item.id, order, isNew: true };
  });
}

/** Holds a track until `tx` ends; returns whose it is. Throws `NotFound` for what `viewer` may not know of. */
async function holdVisibleTrack(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<string> {
  const found = tx
    .select({ posterId: tracks.userId })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, trackId), visibleTo(viewer)));
  const [track] = await held(found, "no key update", { of: tracks });
  if (!track) throw new NotFound("音声が見つかりません");
  return track.posterId;
}
