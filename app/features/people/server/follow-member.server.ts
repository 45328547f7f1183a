import { AccountNotApproved, Conflict } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { write } from "#db/client.ts";
import { follows } from "#db/schema/index.ts";
import type { FollowState } from "../person.ts";
import { countFollow } from "./count-follow.server.ts";
import { personNotFound } from "./find-person.server.ts";
import { holdPair } from "./hold-pair.server.ts";

/**
 * The viewer, an approved member, follows someone (spec 2 §6), who is told; once more changes nothing. Throws `Conflict` for
 * oneself, `NotFound` for an account that is not there or not approved, and `NotAuthenticated` or `AccountNotApproved`
 * when the viewer's own has gone or been denied meanwhile.
 */
export async function followMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  if (follow.followerId === follow.followingId) throw new Conflict("自分自身をフォローすることはできません");
  return write(async (tx) => {
    const { follower, followed } = await holdPair(tx, follow);
    if (followed.state !== "approved") throw personNotFound();
    if (follower.state !== "approved") throw new AccountNotApproved(follower.state);
    const [added] = await tx
      .insert(follows)
      .values({ ...follow, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: follows.id });
    if (!added) return { isFollowing: true, followerCount: followed.followerCount };
    const followerCount = await countFollow(tx, { follower, followed, by: 1 });
    await notify(tx, { userId: followed.id, happening: { type: "follow", actorId: follower.id } });
    return { isFollowing: true, followerCount };
  });
}
