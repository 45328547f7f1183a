import { and, eq, sql } from "drizzle-orm";
import { takeBack } from "#app/features/notifications/server/take-back.server.ts";
import { write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import type { LikeState } from "../like-state.ts";
import { holdLikedTrack } from "./hold-liked-track.server.ts";

/**
 * Takes a like back, and what the poster has not read of it; without one nothing changes (spec 1 §4, "Track like").
 * Throws `NotFound`.
 */
export function unlikeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    const track = await holdLikedTrack(tx, options);
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
      await takeBack(tx, {
        userId: track.posterId,
        happening: { type: "like", actorId: viewer.id, trackId },
      });
    }
    return { isLiked: false, likeCount: track.likeCount - removed.length };
  });
}
