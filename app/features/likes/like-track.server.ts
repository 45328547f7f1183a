import { eq, sql } from "drizzle-orm";
import { write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import { keepAccount } from "../accounts/keep-account.server.ts";
import { holdLikedTrack } from "./hold-liked-track.server.ts";
import type { LikeState } from "./like-state.ts";

/** Likes a track; liking it again changes nothing (spec 1 §4, "Track like"). Throws `NotFound`, `NotAuthenticated`. */
export function likeTrack(options: { viewer: { id: string }; trackId: number }): Promise<LikeState> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    await keepAccount(tx, viewer.id);
    const before = await holdLikedTrack(tx, options);
    const added = await tx
      .insert(likes)
      .values({ userId: viewer.id, trackId, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ trackId: likes.trackId });
    if (added.length > 0)
      await tx
        .update(tracks)
        .set({ likeCount: sql`${tracks.likeCount} + 1` })
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id });
    return { isLiked: true, likeCount: before + added.length };
  });
}
