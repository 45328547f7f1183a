import { and, eq, sql } from "drizzle-orm";
import type { FollowState } from "#app/features/people/person.ts";
import { write } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { playlistNotFound } from "../server/find-playlist.server.ts";
import { lockPlaylistFollow } from "../server/locks.server.ts";

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
