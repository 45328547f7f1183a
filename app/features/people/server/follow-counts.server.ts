import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";
import type { FollowSide } from "./locks.server.ts";

/**
 * Adds an account to (1) or takes it from (-1) the counters of everybody whom it follows and who follows it; `tx` has
 * locked all of them. Its own counters stay.
 */
export async function updateFollowCountsOfRelated(
  tx: Db,
  options: { userId: string; by: 1 | -1 },
): Promise<void> {
  const { userId, by } = options;
  const followed = tx.select({ id: follows.followingId }).from(follows).where(eq(follows.followerId, userId));
  const followers = tx
    .select({ id: follows.followerId })
    .from(follows)
    .where(eq(follows.followingId, userId));
  await tx
    .update(users)
    .set({ followerCount: sql`${users.followerCount} + ${by}` })
    .where(inArray(users.id, followed))
    .returning({ id: users.id });
  await tx
    .update(users)
    .set({ followingCount: sql`${users.followingCount} + ${by}` })
    .where(inArray(users.id, followers))
    .returning({ id: users.id });
}

/**
 * Updates the counters of both sides, which `tx` has locked, for a follow that was added (1) or removed (-1). Only
 * approved accounts are counted, as only they are listed. Returns the new follower count of `followed`.
 */
export async function updateFollowCounts(
  tx: Db,
  options: { follower: FollowSide; followed: FollowSide; by: 1 | -1 },
): Promise<number> {
  const { follower, followed, by } = options;
  if (followed.state === "approved") {
    await tx
      .update(users)
      .set({ followingCount: sql`${users.followingCount} + ${by}` })
      .where(eq(users.id, follower.id))
      .returning({ id: users.id });
  }
  if (follower.state !== "approved") return followed.followerCount;
  await tx
    .update(users)
    .set({ followerCount: sql`${users.followerCount} + ${by}` })
    .where(eq(users.id, followed.id))
    .returning({ id: users.id });
  return followed.followerCount + by;
}
