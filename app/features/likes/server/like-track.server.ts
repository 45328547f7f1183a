import { eq, sql } from "drizzle-orm";
import { lockUserAndPosterForShare } from "#app/features/accounts/server/locks.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import type { LikeState } from "../likes.schema.ts";
import { lockTrackForLike } from "./locks.server.ts";

/**
 * Likes a track and notifies its poster; liking it again changes nothing. Throws `NotFound` for tracks that the viewer
 * may not see, `NotAuthenticated` when the account was deleted meanwhile.
 */
export function likeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    await lockUserAndPosterForShare(tx, options);
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
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
      await notify(tx, {
        userId: track.posterId,
        event: { type: "like", actorId: viewer.id, trackId },
      });
    }
    return { isLiked: true, likeCount: track.likeCount + added.length };
  });
}
