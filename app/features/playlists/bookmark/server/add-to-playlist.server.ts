import { and, count, eq, max, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { lockMember, lockMemberWithAuthor } from "#app/features/accounts/server/locks.server.ts";
import { NotFound, QuotaReached } from "#app/features/domain-error.ts";
import { notify, retractNotification } from "#app/features/notifications/server/notify.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { insertPlaylist, requireHarmlessPlaylist } from "../../edit/server/create-playlist.server.ts";
import { maxPlaylistItems } from "../../playlist.ts";
import type { NewPlaylist } from "../../playlists.schema.ts";
import { renumberItems, reorderItems } from "../../reorder/reorder-items.server.ts";
import { lockOwnPlaylist } from "../../server/locks.server.ts";
import type { OwnPlaylist } from "../own-playlists.ts";
import { isBookmarked } from "./find-bookmarks.server.ts";

interface AddedItem {
  itemId: number;
  order: number;
  isNew: boolean;
}

/**
 * Puts a track at the end of a playlist of the viewer, or at `order` (from 1; beyond the end: last), as when a removal is
 * undone. A track that is in it stays in place. For a public playlist, notifies the track's author. Throws `NotFound` for what
 * the viewer may not see, `Forbidden` for another member's public playlist, `QuotaReached` at 1,000 tracks, `NotAuthenticated`.
 */
export function addToPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
  trackId: number;
  order?: number | undefined;
}): Promise<AddedItem> {
  const { viewer, playlistId, trackId } = options;
  return write(async (tx) => {
    await lockMemberWithAuthor(tx, options);
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
    const last = (end?.last ?? 0) + 1;
    const [item] = await tx
      .insert(playlistItems)
      .values({ playlistId, trackId, position: last })
      .returning({ id: playlistItems.id });
    if (!item) throw new Error("nothing was inserted");
    if (isFirst)
      await tx
        .update(tracks)
        .set({ bookmarkCount: sql`${tracks.bookmarkCount} + 1` })
        .where(eq(tracks.id, trackId));
    await tx.update(playlists).set({ updatedAt: new Date() }).where(eq(playlists.id, playlistId));
    if (playlist.isPublic)
      await notify(tx, {
        userId: posterId,
        event: { type: "playlist_add", actorId: viewer.id, trackId, playlistId },
      });
    const order = Math.min(options.order ?? last, last);
    if (order < last) await reorderItems({ viewer, playlistId, items: [{ id: item.id, order }] });
    return { itemId: item.id, order, isNew: true };
  });
}

/** Returns the author's id. Throws `NotFound` when the track is hidden from `viewer`. */
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

interface RemovedItem {
  trackId: number;
  order: number;
}

type ItemKey = { itemId: number; trackId?: undefined } | { trackId: number; itemId?: undefined };

/**
 * Removes a track from a playlist of the viewer and renumbers the rest. Idempotent. Retracts the author's unread notification.
 * `isBookmarked`: another playlist of the viewer has the track. `removed`: what brings it back (`addToPlaylist`), null if it
 * was not in it. Throws `NotFound` and `Forbidden` for playlists of others, `NotAuthenticated`.
 */
export function removeFromPlaylist(
  options: { viewer: { id: string }; playlistId: number } & ItemKey,
): Promise<{ isBookmarked: boolean; removed: RemovedItem | null }> {
  const { viewer, playlistId } = options;
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    // Tracks are locked before playlists (docs/decisions/0006), so the track must be found first.
    const trackId = options.trackId ?? (await findTrackOfItem(tx, { ...options, itemId: options.itemId }));
    const posterId = trackId === null ? null : await lockTrack(tx, trackId);
    const playlist = await lockOwnPlaylist(tx, options);
    if (trackId === null) return { isBookmarked: false, removed: null };

    const [removed] = await tx
      .delete(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, trackId)))
      .returning({ order: playlistItems.position });
    const isElsewhere = await isBookmarked(tx, { viewer, trackId });
    if (!removed) return { isBookmarked: isElsewhere, removed: null };
    await renumberItems(tx, [playlistId]);
    if (!isElsewhere)
      await tx
        .update(tracks)
        .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
        .where(eq(tracks.id, trackId));
    if (playlist.isPublic && posterId !== null)
      await retractNotification(tx, {
        userId: posterId,
        event: { type: "playlist_add", actorId: viewer.id, trackId, playlistId },
      });
    return { isBookmarked: isElsewhere, removed: { trackId, order: removed.order } };
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

/** Locks hidden tracks too, because they can be removed. Returns the author's id, or null. */
async function lockTrack(tx: Db, trackId: number): Promise<string | null> {
  const found = tx.select({ posterId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const [track] = await forUpdate(found, "no key update");
  return track?.posterId ?? null;
}

/** Creates a playlist with a track in one transaction. Throws what `createPlaylist` and `addToPlaylist` throw. */
export async function createPlaylistWithTrack(options: {
  viewer: { id: string };
  trackId: number;
  playlist: NewPlaylist;
  /** Whether a repeated post returns the playlist that the first one made (`createPlaylist`). */
  dropsRepeat?: boolean;
}): Promise<OwnPlaylist> {
  const { viewer, trackId, playlist, dropsRepeat = false } = options;
  await requireHarmlessPlaylist(playlist);
  return write(async (tx) => {
    // Locks the accounts of both steps in lock order, before the first step locks only the viewer's.
    await lockMemberWithAuthor(tx, options);
    const repeat = dropsRepeat ? { trackId } : undefined;
    const { id, name, isPublic, itemCount } = await insertPlaylist({ viewer, playlist, repeat });
    await addToPlaylist({ viewer, playlistId: id, trackId });
    return { id, name, isPublic, itemCount: Math.max(1, itemCount), hasTrack: true };
  });
}
