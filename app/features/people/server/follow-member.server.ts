import { AccountNotApproved, Conflict } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { write } from "#db/client.ts";
import { follows } from "#db/schema/index.ts";
import type { FollowState } from "../person.ts";
import { personNotFound } from "./find-person.server.ts";
import { updateFollowCounts } from "./follow-counts.server.ts";
import { lockFollowPair } from "./locks.server.ts";

/**
 * The viewer, an approved member, follows someone, who is notified; repeating it changes nothing. Throws `Conflict` for
 * oneself, `NotFound` for an unknown or not approved account, and `NotAuthenticated` or `AccountNotApproved` when the
 * viewer's own account has gone or been denied in the meantime.
 */
export async function followMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  if (follow.followerId === follow.followingId) throw new Conflict("自分自身をフォローすることはできません");
  return write(async (tx) => {
    const { follower, followed } = await lockFollowPair(tx, follow);
    if (followed.state !== "approved") throw personNotFound();
    if (follower.state !== "approved") throw new AccountNotApproved(follower.state);
    const [added] = await tx
      .insert(follows)
      .values({ ...follow, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: follows.id });
    if (!added) return { isFollowing: true, followerCount: followed.followerCount };
    const followerCount = await updateFollowCounts(tx, { follower, followed, by: 1 });
    await notify(tx, { userId: followed.id, event: { type: "follow", actorId: follower.id } });
    return { isFollowing: true, followerCount };
  });
}
