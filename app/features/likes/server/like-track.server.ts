import { and, eq, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { lockUserAndAuthorForShare } from "#app/features/accounts/server/locks.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { notify, retractNotification } from "#app/features/notifications/server/notify.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { likes, tracks, users } from "#db/schema/index.ts";

interface LikeState {
  isLiked: boolean;
  likeCount: number;
}

/** Likes a track and notifies its author. Idempotent. Throws `NotFound` if it is not visible, `NotAuthenticated`. */
export function likeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    await lockUserAndAuthorForShare(tx, options);
    const track = await lockTrackForLike(tx, options);
    const added = await tx
      .insert(likes)
      .values({ userId: viewer.id, trackId, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ trackId: likes.trackId });
    if (added.length > 0) {
      await tx
        .update(tracks)
        .set({ likeCount: sql`${tracks.likeCount} + 1` })
        .where(eq(tracks.id, trackId));
      await notify(tx, {
        userId: track.posterId,
        event: { type: "like", actorId: viewer.id, trackId },
      });
    }
    return { isLiked: true, likeCount: track.likeCount + added.length };
  });
}

/** Removes a like, and its notification unless read. Idempotent. Throws `NotFound` if the track is not visible. */
export function unlikeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    const track = await lockTrackForLike(tx, options);
    const removed = await tx
      .delete(likes)
      .where(and(eq(likes.userId, viewer.id), eq(likes.trackId, trackId)))
      .returning({ trackId: likes.trackId });
    if (removed.length > 0) {
      await tx
        .update(tracks)
        .set({ likeCount: sql`${tracks.likeCount} - 1` })
        .where(eq(tracks.id, trackId));
      await retractNotification(tx, {
        userId: track.posterId,
        event: { type: "like", actorId: viewer.id, trackId },
      });
    }
    return { isLiked: false, likeCount: track.likeCount - removed.length };
  });
}

/**
 * Locks a track, so that its likes and their count change together. Only selects it: when a transaction updates a row twice,
 * Postgres checks its foreign keys again and would wait for the author's row. Throws `NotFound` for tracks that `viewer` may
 * not see.
 */
async function lockTrackForLike(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<{ likeCount: number; posterId: string }> {
  const [track] = await forUpdate(
    tx
      .select({ likeCount: tracks.likeCount, posterId: tracks.userId })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(and(eq(tracks.id, options.trackId), visibleTo(options.viewer))),
    "no key update",
    { of: tracks },
  );
  if (!track) throw new NotFound("音声が見つかりません");
  return track;
}
