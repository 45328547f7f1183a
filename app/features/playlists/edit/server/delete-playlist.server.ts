import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { notifications, playlistItems, playlists, tracks } from "#db/schema/index.ts";
import { lockOwnPlaylist } from "../../server/locks.server.ts";

/** Deletes a playlist of the viewer and all that depends on it. Throws `NotFound`, `Forbidden`. */
export function deletePlaylist(options: { viewer: { id: string }; playlistId: number }): Promise<void> {
  const { viewer, playlistId } = options;
  return write(async (tx) => {
    await lockMember(tx, viewer.id);
    await forUpdate(
      tx
        .select({ id: tracks.id })
        .from(tracks)
        .where(inArray(tracks.id, tracksOnlyInPlaylist(tx, options)))
        .orderBy(tracks.id),
      "no key update",
    );
    await lockOwnPlaylist(tx, options);
    await tx
      .update(tracks)
      .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
      .where(inArray(tracks.id, tracksOnlyInPlaylist(tx, options)));
    await removeNotifications(tx, eq(notifications.playlistId, playlistId));
    await tx.delete(playlists).where(eq(playlists.id, playlistId));
  });
}

/** Tracks of this playlist that are in no other of the viewer's; none if it is another member's. */
function tracksOnlyInPlaylist(
  tx: Db,
  { viewer, playlistId }: { viewer: { id: string }; playlistId: number },
) {
  const elsewhere = alias(playlistItems, "elsewhere");
  const others = alias(playlists, "others");
  return tx
    .select({ id: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(
      and(
        eq(playlistItems.playlistId, playlistId),
        eq(playlists.userId, viewer.id),
        notExists(
          tx
            .select({ id: elsewhere.id })
            .from(elsewhere)
            .innerJoin(others, eq(others.id, elsewhere.playlistId))
            .where(
              and(
                eq(elsewhere.trackId, playlistItems.trackId),
                eq(others.userId, viewer.id),
                ne(others.id, playlistId),
              ),
            ),
        ),
      ),
    );
}
