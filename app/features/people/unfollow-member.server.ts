import { and, eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";
import { countFollow } from "./count-follow.server.ts";
import { personNotFound } from "./find-person.server.ts";
import type { FollowState } from "./person.ts";

/** The viewer follows someone no longer (spec 2 §6); once more changes nothing. Throws `NotFound` for nobody. */
export async function unfollowMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  const pair = and(eq(follows.followerId, follow.followerId), eq(follows.followingId, follow.followingId));
  return write(async (tx) => {
    const [account] = await tx
      .select({ followerCount: users.followerCount, followId: follows.id })
      .from(users)
      .leftJoin(follows, and(pair, eq(follows.followingId, users.id)))
      .where(eq(users.id, follow.followingId));
    if (!account) throw personNotFound();
    if (account.followId === null) return { isFollowing: false, followerCount: account.followerCount };
    const left = await countFollow(tx, { ...follow, by: -1 });
    if (!left) throw personNotFound();
    const [removed] = await tx.delete(follows).where(pair).returning({ id: follows.id });
    // The same press at the same moment was quicker.
    if (!removed) await countFollow(tx, { ...follow, by: 1 });
    return { isFollowing: false, followerCount: left.followerCount + (removed ? 0 : 1) };
  });
}
