import { and, eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";
import { Conflict } from "../domain-error.ts";
import { countFollow } from "./count-follow.server.ts";
import { personNotFound } from "./find-person.server.ts";
import type { FollowState } from "./person.ts";

/**
 * The viewer, an approved member, follows someone (spec 2 §6); once more changes nothing. Throws `Conflict` for
 * oneself and `NotFound` for an account that is not there or not approved.
 */
export async function followMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  if (follow.followerId === follow.followingId) throw new Conflict("自分自身をフォローすることはできません");
  return write(async (tx) => {
    const [known] = await tx
      .select({ followerCount: users.followerCount })
      .from(follows)
      .innerJoin(users, eq(users.id, follows.followingId))
      .where(and(eq(follows.followerId, follow.followerId), eq(follows.followingId, follow.followingId)));
    if (known) return { isFollowing: true, ...known };
    const followed = await countFollow(tx, { ...follow, by: 1 });
    if (followed?.state !== "approved") throw personNotFound();
    const [added] = await tx
      .insert(follows)
      .values({ ...follow, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: follows.id });
    // The same press at the same moment was quicker.
    if (!added) await countFollow(tx, { ...follow, by: -1 });
    return { isFollowing: true, followerCount: followed.followerCount - (added ? 0 : 1) };
  });
}
