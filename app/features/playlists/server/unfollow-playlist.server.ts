import { and, eq, sql } from "drizzle-orm";
import type { FollowState } from "#app/features/people/person.ts";
import { write } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { playlistNotFound } from "./find-playlist.server.ts";
import { holdFollow } from "./hold-follow.server.ts";

/**
 * The viewer follows a playlist no longer, be it still public or not; once more changes nothing. Throws `NotFound` for
 * one that is not there, and for one that the viewer may not see by now, after letting go of it: nobody is told that a
 * private playlist is there.
 */
export async function unfollowPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<FollowState> {
  const follow = { userId: options.viewer.id, playlistId: options.playlistId };
  const state = await write(async (tx) => {
    const { follower, playlist } = await holdFollow(tx, follow);
    if (!playlist) return null;
    const removed = await tx
      .delete(playlistFollows)
      .where(
        and(eq(playlistFollows.userId, follow.userId), eq(playlistFollows.playlistId, follow.playlistId)),
      )
      .returning({ playlistId: playlistFollows.playlistId });
    // Whoever is not approved counts no longer (docs/decisions/0007-denied-accounts.md).
    const isCounted = removed.length > 0 && follower.state === "approved";
    if (isCounted)
      await tx
        .update(playlists)
        .set({ followerCount: sql`${playlists.followerCount} - 1` })
        .where(eq(playlists.id, playlist.id))
        .returning({ id: playlists.id });
    const mayView = playlist.isOpen || playlist.userId === follower.id;
    return mayView
      ? { isFollowing: false, followerCount: playlist.followerCount - (isCounted ? 1 : 0) }
      : null;
  });
  if (!state) throw playlistNotFound();
  return state;
}
