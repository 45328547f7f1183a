import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { type Db, write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { lockOrderBatches, lockOwnPlaylist } from "../../server/locks.server.ts";
import { arrangeItems, type ItemPosition } from "../item-positions.ts";

/**
 * Reorders items of a playlist of the viewer (`arrangeItems`) and numbers all from 1 without gaps. Items that no longer
 * exist are ignored. Returns the new positions of the requested items, ascending. Throws `NotAuthenticated`,
 * `NotFound`, `Forbidden`.
 */
export async function reorderItems(options: {
  viewer: { id: string };
  playlistId: number;
  items: readonly ItemPosition[];
}): Promise<{ items: ItemPosition[] }> {
  const { viewer, playlistId, items } = options;
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    await lockOwnPlaylist(tx, { viewer, playlistId });
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
      await tx.update(playlists).set({ updatedAt: new Date() }).where(eq(playlists.id, playlistId));
    }
    const requested = new Set(items.map(({ id }) => id));
    return { items: after.filter(({ id }) => requested.has(id)) };
  });
}

/** Updates all positions with one statement; 1,000 items are 2,000 parameters. */
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
    // With hundreds of rows SQLite would look through the items of all playlists.
    .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.id, sql`moved.column1`)));
}

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
      .where(and(eq(playlistItems.id, ranked.id), ne(playlistItems.position, ranked.position)));
    await tx.update(playlists).set({ updatedAt: new Date() }).where(inArray(playlists.id, ids));
  }
}
