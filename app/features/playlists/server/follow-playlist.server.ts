import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Blocker, notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { AccountNotApproved, Conflict } from "#app/features/domain-error.ts";
import type { FollowState } from "#app/features/people/person.ts";
import { cutPage, decodeCursor, startCursors } from "#app/lib/cursor.ts";
import { type Db, db, primary, write } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { playlistFollows, playlists, users } from "#db/schema/index.ts";
import { isPublicPlaylist, ownedPlaylistColumns, playlistNotFound } from "./find-playlist.server.ts";
import { countItems } from "./list-items.server.ts";
import type { OwnedPlaylistPage } from "./list-playlists.server.ts";
import { lockPlaylistFollow, lockPlaylists } from "./locks.server.ts";

/**
 * Makes an approved viewer follow another member's public playlist. Idempotent. Throws `Conflict` for the viewer's own,
 * `NotFound` for a missing or private one, `NotAuthenticated` and `AccountNotApproved`.
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
        .where(eq(playlists.id, playlist.id));
    return { isFollowing: true, followerCount: playlist.followerCount + added.length };
  });
}

/**
 * Ends a follow, also of a playlist that is private now. Idempotent. Throws `NotFound` for a missing playlist and, after
 * removing the follow, for one that the viewer may not see: its existence stays unknown.
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
    // Only approved accounts count (docs/decisions/0007-denied-accounts.md).
    const isCounted = removed.length > 0 && follower.state === "approved";
    if (isCounted)
      await tx
        .update(playlists)
        .set({ followerCount: sql`${playlists.followerCount} - 1` })
        .where(eq(playlists.id, playlist.id));
    const mayView = playlist.isPublic || playlist.userId === follower.id;
    return mayView
      ? { isFollowing: false, followerCount: playlist.followerCount - (isCounted ? 1 : 0) }
      : null;
  });
  if (!state) throw playlistNotFound();
  return state;
}

/**
 * Adds `by` to the follower count of each playlist that an account follows, because only approved accounts count
 * (docs/decisions/0007-denied-accounts.md). `tx` has locked the account; this locks the playlists.
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
    .where(inArray(playlists.id, followed));
}

const prepareFollowed = (blocksAnyone: boolean) =>
  prepared((on, value: ValuesOf<{ userId: string; at: Date; id: number; limit: number }>) =>
    on
      .select({ ...ownedPlaylistColumns, followedAt: playlistFollows.createdAt })
      .from(playlistFollows)
      .innerJoin(playlists, eq(playlists.id, playlistFollows.playlistId))
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(
        and(
          eq(playlistFollows.userId, value("userId")),
          isPublicPlaylist,
          notBlockedBy({ id: value("userId"), blocksAnyone }, playlists.userId),
          sql`(${playlistFollows.createdAt}, ${playlistFollows.playlistId}) < (${sql.param(value("at"), playlistFollows.createdAt)}, ${value("id")})`,
        ),
      )
      .orderBy(desc(playlistFollows.createdAt), desc(playlistFollows.playlistId))
      .limit(value("limit")),
  );
const selectFollowed = prepareFollowed(false);
const selectWithoutBlocked = prepareFollowed(true);

/**
 * Playlists that a member follows, last followed first. Left out are private ones until they are public again, and those of
 * members whom the viewer blocks. `limit` 1–100.
 */
export async function listFollowedPlaylists(options: {
  viewer: Blocker;
  limit: number;
  cursor?: string | undefined;
}): Promise<OwnedPlaylistPage> {
  const { viewer, limit } = options;
  const { at, id } = (options.cursor && decodeCursor(options.cursor)) || startCursors.newest;
  const select = viewer.blocksAnyone ? selectWithoutBlocked : selectFollowed;
  const found = await select(db, { userId: viewer.id, at, id, limit: limit + 1 });
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.followedAt, id: last.playlist.id }));
  const counts = await countItems({ playlistIds: shown.map(({ playlist }) => playlist.id), viewer });
  return {
    playlists: shown.map(({ playlist, owner }) => ({
      ...playlist,
      owner,
      itemCount: counts.get(playlist.id) ?? 0,
    })),
    next,
  };
}

const selectFollow = prepared((on, value: ValuesOf<{ userId: string; playlistId: number }>) =>
  on
    .select({ userId: playlistFollows.userId })
    .from(playlistFollows)
    .where(
      and(eq(playlistFollows.userId, value("userId")), eq(playlistFollows.playlistId, value("playlistId"))),
    ),
);

/** Whether the viewer follows a playlist. */
export async function isFollowingPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<boolean> {
  const { viewer, playlistId } = options;
  return (await selectFollow(primary, { userId: viewer.id, playlistId })).length > 0;
}
