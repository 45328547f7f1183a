import { and, eq } from "drizzle-orm";
import { retractNotification } from "#app/features/notifications/server/retract-notification.server.ts";
import { write } from "#db/client.ts";
import { follows } from "#db/schema/index.ts";
import type { FollowState } from "../person.ts";
import { personNotFound } from "./find-person.server.ts";
import { updateFollowCounts } from "./follow-counts.server.ts";
import { lockFollowPair } from "./locks.server.ts";

/**
 * The viewer unfollows someone, whose account need not be approved; repeating it changes nothing. Throws `NotFound` for an
 * unknown account, and for one that is not approved and was not followed.
 */
export async function unfollowMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  return write(async (tx) => {
    const { follower, followed } = await lockFollowPair(tx, follow);
    const [removed] = await tx
      .delete(follows)
      .where(and(eq(follows.followerId, follow.followerId), eq(follows.followingId, follow.followingId)))
      .returning({ id: follows.id });
    if (!removed && followed.state !== "approved") throw personNotFound();
    if (!removed) return { isFollowing: false, followerCount: followed.followerCount };
    const followerCount = await updateFollowCounts(tx, { follower, followed, by: -1 });
    await retractNotification(tx, {
      userId: followed.id,
      event: { type: "follow", actorId: follower.id },
    });
    return { isFollowing: false, followerCount };
  });
}
