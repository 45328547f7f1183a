import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { type Db, write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { lockOrderBatches, lockOwnPlaylist } from "../server/locks.server.ts";
import { arrangeItems, type ItemPosition } from "./item-positions.ts";

/**
 * Reorders items of a playlist of the viewer (`arrangeItems`), numbered from 1 without gaps. Ignores missing items. Returns the
 * requested items' new positions, ascending, and since when the playlist is as it is (ISO). Throws `NotAuthenticated`,
 * `NotFound`, `Forbidden`.
 */
export async function reorderItems(options: {
  viewer: { id: string };
  playlistId: number;
  items: readonly ItemPosition[];
}): Promise<{ items: ItemPosition[]; updatedAt: string }> {
  const { viewer, playlistId, items } = options;
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    let { updatedAt } = await lockOwnPlaylist(tx, { viewer, playlistId });
    const before = await tx
      .select({ id: playlistItems.id, order: playlistItems.position })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, playlistId))
      .orderBy(asc(playlistItems.position), asc(playlistItems.id));
    const arranged = arrangeItems(
      before.map(({ id }) => id),
      items,
    );
    const previousOrder = new Map(before.map(({ id, order }) => [id, order]));
    const after = arranged.map((id, index) => ({ id, order: index + 1 }));
    await updatePositions(
      tx,
      playlistId,
      after.filter(({ id, order }) => previousOrder.get(id) !== order),
    );
    if (arranged.some((id, index) => id !== before[index]?.id)) {
      updatedAt = new Date();
      await tx.update(playlists).set({ updatedAt }).where(eq(playlists.id, playlistId));
    }
    const requested = new Set(items.map(({ id }) => id));
    return { items: after.filter(({ id }) => requested.has(id)), updatedAt: updatedAt.toISOString() };
  });
}

/** One statement: 1,000 items are 2,000 parameters. */
async function updatePositions(
  tx: Db,
  playlistId: number,
  positions: readonly ItemPosition[],
): Promise<void> {
  if (positions.length === 0) return;
  const rows: SQL[] = positions.map(
    ({ id, order }) => sql`(cast(${id} as integer), cast(${order} as integer))`,
  );
  // `column1` and `column2` are the default names in both databases.
  const moved = sql`(values ${sql.join(rows, sql`, `)}) as moved`;
  await tx
    .update(playlistItems)
    .set({ position: sql`moved.column2` })
    .from(moved)
    // Without the playlist SQLite would scan the items of all playlists when there are hundreds of rows.
    .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.id, sql`moved.column1`)));
}

/**
 * Renumbers items from 1 without gaps and sets `updatedAt`. Call it in the transaction that removed items, after locking the
 * playlists (`lockPlaylists`) before the removal.
 */
export async function renumberItems(tx: Db, playlistIds: readonly number[]): Promise<void> {
  for (const ids of lockOrderBatches(playlistIds)) {
    // Computes all positions before the first write: on SQLite a subquery per row would see updated rows.
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
      .where(and(eq(playlistItems.id, ranked.id), ne(playlistItems.position, ranked.position)));
    await tx.update(playlists).set({ updatedAt: new Date() }).where(inArray(playlists.id, ids));
  }
}
