import { and, eq, or, type Placeholder, type SQL } from "drizzle-orm";
import { playlists, users } from "#db/schema/index.ts";
import { unindexed } from "#db/unindexed.ts";

const isMarkedPublic = unindexed(eq(playlists.isPublic, true));
const isOwnerApproved = unindexed(eq(users.state, "approved"));

/**
 * Condition: visible to everybody. The query must join the owner (`users.id = playlists.userId`), and find its playlists by
 * something else.
 */
export const isPublicPlaylist = and(isMarkedPublic, isOwnerApproved);

/**
 * Condition: visible to `viewer`, i.e. public or their own. The query must join the owner, and find its playlists by something
 * else. Visitors get both alternatives too, so that a prepared query serves everybody: no account has the empty id.
 */
export function viewableBy(viewer: { id: string | Placeholder } | null): SQL | undefined {
  return and(or(isMarkedPublic, eq(playlists.userId, viewer?.id ?? "")), isOwnerApproved);
}

/** Columns of a playlist and its owner; the query must join the owner. */
export const ownedPlaylistColumns = {
  playlist: playlists,
  owner: { id: users.id, name: users.name, picture: users.picture, customUserId: users.customUserId },
};
