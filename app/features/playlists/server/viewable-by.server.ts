import { and, eq, or, type SQL } from "drizzle-orm";
import { playlists, users } from "#db/schema/index.ts";

const ownedByMember = eq(users.state, "approved");

/** Playlists that everybody may see. In every query with this the owner is joined (`users.id = playlists.userId`). */
export const isPublicPlaylist = and(eq(playlists.isPublic, true), ownedByMember);

/**
 * The playlists that `viewer` may see: public ones and their own. In every query with this the owner is joined. Two
 * alternatives for visitors too, of whom none has the empty id: by the first alone SQLite without statistics reads all
 * public playlists instead of the one that the query names.
 */
export function viewableBy(viewer: { id: string } | null): SQL | undefined {
  return or(isPublicPlaylist, and(eq(playlists.userId, viewer?.id ?? ""), ownedByMember));
}
