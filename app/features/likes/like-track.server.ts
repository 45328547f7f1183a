import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import { holdLikedTrack } from "./hold-liked-track.server.ts";
import type { LikeState } from "./like-state.ts";

/** Likes a track; liking it again changes nothing (spec 1 §4, "Track like"). Throws `NotFound`. */
export function likeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    const before = await holdLikedTrack(tx, options);
    const added = await tx
      .insert(likes)
      .values({ userId: viewer.id, trackId, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ trackId: likes.trackId });
    const likeCount = before + added.length;
    if (likeCount !== before)
      await tx.update(tracks).set({ likeCount }).where(eq(tracks.id, trackId)).returning({ id: tracks.id });
    return { isLiked: true, likeCount };
  });
}
