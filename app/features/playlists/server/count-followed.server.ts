import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { holdPlaylists } from "./close-up-positions.server.ts";

/**
 * Counts an account, which `tx` holds, in (1) or out (-1) at every playlist that it follows
 * (docs/decisions/0007-denied-accounts.md). Holds these playlists until `tx` ends.
 */
export async function countFollowed(tx: Db, options: { userId: string; by: 1 | -1 }): Promise<void> {
  const { userId, by } = options;
  const followed = tx
    .select({ id: playlistFollows.playlistId })
    .from(playlistFollows)
    .where(eq(playlistFollows.userId, userId));
  await holdPlaylists(
    tx,
    (await followed).map(({ id }) => id),
  );
  await tx
    .update(playlists)
    .set({ followerCount: sql`${playlists.followerCount} + ${by}` })
    .where(inArray(playlists.id, followed))
    .returning({ id: playlists.id });
}
