import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { follows } from "#db/schema/index.ts";

/** Whether the viewer follows someone. */
export async function isFollowing(options: { viewer: { id: string }; userId: string }): Promise<boolean> {
  const [found] = await db
    .select({ id: follows.id })
    .from(follows)
    .where(and(eq(follows.followerId, options.viewer.id), eq(follows.followingId, options.userId)));
  return found !== undefined;
}
