import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { holdMember } from "#app/features/accounts/server/hold-member.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { notifications, playlistItems, playlists, tracks } from "#db/schema/index.ts";
import { holdOwnPlaylist } from "./hold-own-playlist.server.ts";

/**
 * Deletes an own playlist with its items and follows, and what posters were told of it. Tracks that the member has in no other are bookmarked by one
 * member less. Throws `NotFound`, `Forbidden`.
 */
export function deletePlaylist(options: { viewer: { id: string }; playlistId: number }): Promise<void> {
  const { viewer, playlistId } = options;
  return write(async (tx) => {
    await holdMember(tx, viewer.id);
    await held(
      tx
        .select({ id: tracks.id })
        .from(tracks)
        .where(inArray(tracks.id, onlyHere(tx, options)))
        .orderBy(tracks.id),
      "no key update",
    );
    await holdOwnPlaylist(tx, options);
    await tx
      .update(tracks)
      .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
      .where(inArray(tracks.id, onlyHere(tx, options)))
      .returning({ id: tracks.id });
    await removeNotifications(tx, eq(notifications.playlistId, playlistId));
    await tx.delete(playlists).where(eq(playlists.id, playlistId)).returning({ id: playlists.id });
  });
}

/** Tracks of this own playlist that are in none of the member's others; none of somebody else's. */
function onlyHere(tx: Db, { viewer, playlistId }: { viewer: { id: string }; playlistId: number }) {
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
