import { eq, sql } from "drizzle-orm";
import { keepWithPoster } from "#app/features/accounts/server/keep-with-poster.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import type { LikeState } from "../like-state.ts";
import { holdLikedTrack } from "./hold-liked-track.server.ts";

/**
 * Likes a track, of which its poster is told; liking it again changes nothing (spec 1 §4, "Track like"). Throws
 * `NotFound`, `NotAuthenticated`.
 */
export function likeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    await keepWithPoster(tx, options);
    const track = await holdLikedTrack(tx, options);
    const added = await tx
      .insert(likes)
      .values({ userId: viewer.id, trackId, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ trackId: likes.trackId });
    if (added.length > 0) {
      await tx
        .update(tracks)
        .set({ likeCount: sql`${tracks.likeCount} + 1` })
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
      await notify(tx, {
        userId: track.posterId,
        happening: { type: "like", actorId: viewer.id, trackId },
      });
    }
    return { isLiked: true, likeCount: track.likeCount + added.length };
  });
}
