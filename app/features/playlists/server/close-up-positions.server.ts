import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { batchesOf } from "#app/lib/batches.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";

/** Playlists that one statement closes up. */
const atOnce = 500;

const inOrder = (playlistIds: readonly number[]) =>
  batchesOf(
    [...new Set(playlistIds)].sort((a, b) => a - b),
    atOnce,
  );

/** Holds these playlists until `tx` ends. Whoever takes items out or changes their order does so first. */
export async function holdPlaylists(tx: Db, playlistIds: readonly number[]): Promise<void> {
  for (const ids of inOrder(playlistIds)) {
    await held(
      tx.select({ id: playlists.id }).from(playlists).where(inArray(playlists.id, ids)).orderBy(playlists.id),
      "no key update",
    );
  }
}

/**
 * Numbers the items of these playlists from 1 without gaps, in the order they have (decisions, "Tracks": orders close
 * up), and dates the playlists anew. Call it in the transaction that took items out, which holds the playlists
 * (`holdPlaylists`) since before that.
 */
export async function closeUpPositions(tx: Db, playlistIds: readonly number[]): Promise<void> {
  for (const ids of inOrder(playlistIds)) {
    // All places are worked out before the first is written: a subquery for each row would, on SQLite, count rows
    // that have moved already.
    const ranked = tx
      .select({
        id: playlistItems.id,
        place:
          sql<number>`row_number() over (partition by ${playlistItems.playlistId} order by ${playlistItems.position}, ${playlistItems.id})`.as(
            "place",
          ),
      })
      .from(playlistItems)
      .where(inArray(playlistItems.playlistId, ids))
      .as("ranked");
    await tx
      .update(playlistItems)
      .set({ position: sql`${ranked.place}` })
      .from(ranked)
      .where(and(eq(playlistItems.id, ranked.id), ne(playlistItems.position, ranked.place)))
      .returning({ id: playlistItems.id });
    await tx
      .update(playlists)
      .set({ updatedAt: new Date() })
      .where(inArray(playlists.id, ids))
      .returning({ id: playlists.id });
  }
}
