import { and, eq, sql } from "drizzle-orm";
import { retractNotification } from "#app/features/notifications/server/retract-notification.server.ts";
import { write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import type { LikeState } from "../likes.schema.ts";
import { lockTrackForLike } from "./locks.server.ts";

/**
 * Removes a like, and its notification unless the poster has read it; without a like nothing changes. Throws `NotFound`
 * for tracks that the viewer may not see.
 */
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
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
      await retractNotification(tx, {
        userId: track.posterId,
        event: { type: "like", actorId: viewer.id, trackId },
      });
    }
    return { isLiked: false, likeCount: track.likeCount - removed.length };
  });
}
