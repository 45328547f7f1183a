import { and, eq, or, type Placeholder, type SQL } from "drizzle-orm";
import { playlists, users } from "#db/schema/index.ts";

const isOwnerApproved = eq(users.state, "approved");

/** Condition: visible to everybody. The query must join the owner (`users.id = playlists.userId`). */
export const isPublicPlaylist = and(eq(playlists.isPublic, true), isOwnerApproved);

/**
 * Condition: visible to `viewer`, i.e. public or their own. The query must join the owner. Visitors get both
 * alternatives too (no account has the empty id): with the first alone, SQLite without statistics scans all public
 * playlists instead of using the index of the queried one.
 */
export function viewableBy(viewer: { id: string | Placeholder } | null): SQL | undefined {
  return or(isPublicPlaylist, and(eq(playlists.userId, viewer?.id ?? ""), isOwnerApproved));
}

/** Columns of a playlist and its owner; the query must join the owner. */
export const ownedPlaylistColumns = {
  playlist: playlists,
  owner: { id: users.id, name: users.name, picture: users.picture, customUserId: users.customUserId },
};
