import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { lockOrderBatches } from "../../server/locks.server.ts";

/**
 * Renumbers the items of these playlists from 1 without gaps, in their order, and sets `updatedAt`. Call it in the
 * transaction that removed items, with the playlists locked (`lockPlaylists`) before the removal.
 */
export async function renumberItems(tx: Db, playlistIds: readonly number[]): Promise<void> {
  for (const ids of lockOrderBatches(playlistIds)) {
    // All positions are computed before the first is written: a subquery per row would, on SQLite, see rows that are
    // updated already.
    const ranked = tx
      .select({
        id: playlistItems.id,
        position:
          sql<number>`row_number() over (partition by ${playlistItems.playlistId} order by ${playlistItems.position}, ${playlistItems.id})`.as(
            "new_position",
          ),
      })
      .from(playlistItems)
      .where(inArray(playlistItems.playlistId, ids))
      .as("ranked");
    await tx
      .update(playlistItems)
      .set({ position: sql`${ranked.position}` })
      .from(ranked)
      .where(and(eq(playlistItems.id, ranked.id), ne(playlistItems.position, ranked.position)))
      .returning({ id: playlistItems.id });
    await tx
      .update(playlists)
      .set({ updatedAt: new Date() })
      .where(inArray(playlists.id, ids))
      .returning({ id: playlists.id });
  }
}
