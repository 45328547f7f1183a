import { asc, eq, type SQL, sql } from "drizzle-orm";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { type Db, write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { arrangeItems, type WantedPlace } from "../arrange-items.ts";
import { holdOwnPlaylist } from "./hold-own-playlist.server.ts";

/**
 * Moves items of a member's own playlist (spec 2 §5, "Reorder") as `arrangeItems` says, and numbers all from 1 without
 * gaps. Items that have gone meanwhile are left out. Returns the places that the named items have now, the first place
 * first. Throws `NotAuthenticated`, `NotFound`, `Forbidden`.
 */
export async function reorderItems(options: {
  viewer: { id: string };
  playlistId: number;
  items: readonly WantedPlace[];
}): Promise<{ items: WantedPlace[] }> {
  const { viewer, playlistId, items } = options;
  return write(async (tx) => {
    await keepAccount(tx, viewer.id);
    await holdOwnPlaylist(tx, { viewer, playlistId });
    const before = await tx
      .select({ id: playlistItems.id, order: playlistItems.position })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, playlistId))
      .orderBy(asc(playlistItems.position), asc(playlistItems.id));
    const arranged = arrangeItems(
      before.map(({ id }) => id),
      items,
    );
    const places = new Map(before.map(({ id, order }) => [id, order]));
    const after = arranged.map((id, index) => ({ id, order: index + 1 }));
    await placeItems(
      tx,
      after.filter(({ id, order }) => places.get(id) !== order),
    );
    if (arranged.some((id, index) => id !== before[index]?.id)) {
      await tx
        .update(playlists)
        .set({ updatedAt: new Date() })
        .where(eq(playlists.id, playlistId))
        .returning({ id: playlists.id });
    }
    const named = new Set(items.map(({ id }) => id));
    return { items: after.filter(({ id }) => named.has(id)) };
  });
}

/** Writes each of these places once, in one statement: 1,000 of them are 2,000 parameters. */
async function placeItems(tx: Db, places: readonly WantedPlace[]): Promise<void> {
  if (places.length === 0) return;
  const rows: SQL[] = places.map(({ id, order }) => sql`(cast(${id} as integer), cast(${order} as integer))`);
  // Both databases name the columns of VALUES so.
  const moved = sql`(values ${sql.join(rows, sql`, `)}) as moved`;
  await tx
    .update(playlistItems)
    .set({ position: sql`moved.column2` })
    .from(moved)
    .where(eq(playlistItems.id, sql`moved.column1`))
    .returning({ id: playlistItems.id });
}
