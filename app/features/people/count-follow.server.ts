import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/**
 * Changes the counters of both sides of a follow, before the row itself is written: that holds both accounts, so of
 * the same follow at the same moment one waits for the other. In the order of ids, or two who follow each other at
 * once would each wait for the other. Returns the followed account as it is now; undefined when it is gone.
 */
export async function countFollow(
  tx: Db,
  options: { followerId: string; followingId: string; by: 1 | -1 },
): Promise<{ state: "approved" | "pending" | "denied"; followerCount: number } | undefined> {
  const { followerId, followingId, by } = options;
  const follower = async () => {
    await tx
      .update(users)
      .set({ followingCount: sql`${users.followingCount} + ${by}` })
      .where(eq(users.id, followerId))
      .returning({ id: users.id });
  };
  const followed = async () => {
    const [row] = await tx
      .update(users)
      .set({ followerCount: sql`${users.followerCount} + ${by}` })
      .where(eq(users.id, followingId))
      .returning({ state: users.state, followerCount: users.followerCount });
    return row;
  };
  if (followerId < followingId) {
    await follower();
    return followed();
  }
  const row = await followed();
  await follower();
  return row;
}
