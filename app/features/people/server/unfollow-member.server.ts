import { and, eq } from "drizzle-orm";
import { takeBack } from "#app/features/notifications/server/take-back.server.ts";
import { write } from "#db/client.ts";
import { follows } from "#db/schema/index.ts";
import type { FollowState } from "../person.ts";
import { countFollow } from "./count-follow.server.ts";
import { personNotFound } from "./find-person.server.ts";
import { holdPair } from "./hold-pair.server.ts";

/**
 * The viewer follows someone no longer (spec 2 §6), be that account approved or not; once more changes nothing. Throws
 * `NotFound` for nobody, and for an account that is not approved and was not followed.
 */
export async function unfollowMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  return write(async (tx) => {
    const { follower, followed } = await holdPair(tx, follow);
    const [removed] = await tx
      .delete(follows)
      .where(and(eq(follows.followerId, follow.followerId), eq(follows.followingId, follow.followingId)))
      .returning({ id: follows.id });
    if (!removed && followed.state !== "approved") throw personNotFound();
    if (!removed) return { isFollowing: false, followerCount: followed.followerCount };
    const followerCount = await countFollow(tx, { follower, followed, by: -1 });
    await takeBack(tx, { userId: followed.id, happening: { type: "follow", actorId: follower.id } });
    return { isFollowing: false, followerCount };
  });
}
