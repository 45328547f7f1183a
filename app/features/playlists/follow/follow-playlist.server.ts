import { and, eq, inArray, sql } from "drizzle-orm";
import { AccountNotApproved, Conflict } from "#app/features/domain-error.ts";
import type { FollowState } from "#app/features/people/person.ts";
import { type Db, write } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { playlistNotFound } from "../server/find-playlist.server.ts";
import { lockPlaylistFollow, lockPlaylists } from "../server/locks.server.ts";

/**
 * Makes the viewer, an approved member, follow another member's public playlist. Idempotent. Throws `Conflict` for the
 * viewer's own, `NotFound` for a missing or private one, and `NotAuthenticated` or `AccountNotApproved` when the
 * viewer's account is gone or not approved any more.
 */
export async function followPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<FollowState> {
  const follow = { userId: options.viewer.id, playlistId: options.playlistId };
  return write(async (tx) => {
    const { follower, playlist } = await lockPlaylistFollow(tx, follow);
    if (playlist?.userId === follower.id) throw new Conflict("自分のプレイリストはフォローできません");
    if (!playlist?.isPublic) throw playlistNotFound();
    if (follower.state !== "approved") throw new AccountNotApproved(follower.state);
    const added = await tx
      .insert(playlistFollows)
      .values({ ...follow, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ playlistId: playlistFollows.playlistId });
    if (added.length > 0)
      await tx
        .update(playlists)
        .set({ followerCount: sql`${playlists.followerCount} + 1` })
        .where(eq(playlists.id, playlist.id))
        .returning({ id: playlists.id });
    return { isFollowing: true, followerCount: playlist.followerCount + added.length };
  });
}

/**
 * Ends the viewer's follow, also of a playlist that has become private. Idempotent. Throws `NotFound` for a missing
 * playlist and, after removing the follow, for one that the viewer may not see: its existence stays unknown.
 */
export async function unfollowPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<FollowState> {
  const follow = { userId: options.viewer.id, playlistId: options.playlistId };
  const state = await write(async (tx) => {
    const { follower, playlist } = await lockPlaylistFollow(tx, follow);
    if (!playlist) return null;
    const removed = await tx
      .delete(playlistFollows)
      .where(
        and(eq(playlistFollows.userId, follow.userId), eq(playlistFollows.playlistId, follow.playlistId)),
      )
      .returning({ playlistId: playlistFollows.playlistId });
    // Only approved accounts are in the count (docs/decisions/0007-denied-accounts.md).
    const isCounted = removed.length > 0 && follower.state === "approved";
    if (isCounted)
      await tx
        .update(playlists)
        .set({ followerCount: sql`${playlists.followerCount} - 1` })
        .where(eq(playlists.id, playlist.id))
        .returning({ id: playlists.id });
    const mayView = playlist.isPublic || playlist.userId === follower.id;
    return mayView
      ? { isFollowing: false, followerCount: playlist.followerCount - (isCounted ? 1 : 0) }
      : null;
  });
  if (!state) throw playlistNotFound();
  return state;
}

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
