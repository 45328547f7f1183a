import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";

/**
 * Counts an account in (1) or out (-1) at everybody whom it follows and who follows it, all of whom `tx` holds. Its own
 * counters, which count the others, stay.
 */
export async function countTies(tx: Db, options: { userId: string; by: 1 | -1 }): Promise<void> {
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
