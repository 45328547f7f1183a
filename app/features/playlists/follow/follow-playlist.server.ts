import { eq, sql } from "drizzle-orm";
import { AccountNotApproved, Conflict } from "#app/features/domain-error.ts";
import type { FollowState } from "#app/features/people/person.ts";
import { write } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { playlistNotFound } from "../server/find-playlist.server.ts";
import { lockPlaylistFollow } from "../server/locks.server.ts";

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
