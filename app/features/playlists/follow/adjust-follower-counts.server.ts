import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { lockPlaylists } from "../server/locks.server.ts";

/**
 * Adds `by` to the follower count of every playlist that an account follows: only approved accounts count
 * (docs/decisions/0007-denied-accounts.md). `tx` has the account locked; locks the playlists until `tx` ends.
 */
export async function adjustFollowerCounts(tx: Db, options: { userId: string; by: 1 | -1 }): Promise<void> {
  const { userId, by } = options;
  const followed = tx
    .select({ id: playlistFollows.playlistId })
    .from(playlistFollows)
    .where(eq(playlistFollows.userId, userId));
  await lockPlaylists(
    tx,
    (await followed).map(({ id }) => id),
  );
  await tx
    .update(playlists)
    .set({ followerCount: sql`${playlists.followerCount} + ${by}` })
    .where(inArray(playlists.id, followed))
    .returning({ id: playlists.id });
}
