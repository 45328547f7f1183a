import { and, eq, inArray } from "drizzle-orm";
import type { AccountState } from "#app/features/accounts/account.ts";
import { Forbidden, NotAuthenticated } from "#app/features/domain-error.ts";
import { chunk } from "#app/lib/chunk.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlists, users } from "#db/schema/index.ts";
import { isPublicPlaylist, playlistNotFound } from "./find-playlist.server.ts";

/**
 * Locks a playlist of the viewer before a change of it or its items. Throws `NotFound` for a missing or another member's
 * private one, `Forbidden` for another member's public one.
 */
export async function lockOwnPlaylist(
  tx: Db,
  { viewer, playlistId }: { viewer: { id: string }; playlistId: number },
): Promise<typeof playlists.$inferSelect> {
  const [found] = await forUpdate(
    tx
      .select({ playlist: playlists, ownerState: users.state })
      .from(playlists)
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(eq(playlists.id, playlistId)),
    "no key update",
    { of: playlists },
  );
  const isOwn = found?.playlist.userId === viewer.id;
  const isPublic = found?.playlist.isPublic && found.ownerState === "approved";
  if (!found || !(isOwn || isPublic)) throw playlistNotFound();
  if (!isOwn) throw new Forbidden();
  return found.playlist;
}

const batchSize = 500;

/** Unique ids in lock order (ascending), a batch per statement. */
export const lockOrderBatches = (playlistIds: readonly number[]): number[][] =>
  chunk(
    [...new Set(playlistIds)].sort((a, b) => a - b),
    batchSize,
  );

/** Required before removing or reordering items of several playlists. The locks last until `tx` ends. */
export async function lockPlaylists(tx: Db, playlistIds: readonly number[]): Promise<void> {
  for (const ids of lockOrderBatches(playlistIds)) {
    await forUpdate(
      tx.select({ id: playlists.id }).from(playlists).where(inArray(playlists.id, ids)).orderBy(playlists.id),
      "no key update",
    );
  }
}

interface LockedFollow {
  follower: { id: string; state: AccountState };
  /** Undefined if missing. `isPublic`: public, with an approved owner. */
  playlist: { id: number; userId: string; followerCount: number; isPublic: boolean } | undefined;
}

/** Locks the follower, whose denial changes counts, and the playlist. Throws `NotAuthenticated` for a missing account. */
export async function lockPlaylistFollow(
  tx: Db,
  { userId, playlistId }: { userId: string; playlistId: number },
): Promise<LockedFollow> {
  const [follower] = await forUpdate(
    tx.select({ id: users.id, state: users.state }).from(users).where(eq(users.id, userId)),
    "no key update",
  );
  if (!follower) throw new NotAuthenticated();
  const [playlist] = await forUpdate(
    tx
      .select({ id: playlists.id, userId: playlists.userId, followerCount: playlists.followerCount })
      .from(playlists)
      .where(eq(playlists.id, playlistId)),
    "no key update",
  );
  if (!playlist) return { follower, playlist };
  const visible = await tx
    .select({ id: playlists.id })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(eq(playlists.id, playlistId), isPublicPlaylist));
  return { follower, playlist: { ...playlist, isPublic: visible.length > 0 } };
}
