import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { Side } from "./hold-pair.server.ts";

/**
 * Changes the counters of both sides, which `tx` holds, for a follow that was written or removed. An account counts for
 * others only while it is approved, as it is listed only then. Returns how many now follow the followed.
 */
export async function countFollow(
  tx: Db,
  options: { follower: Side; followed: Side; by: 1 | -1 },
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
