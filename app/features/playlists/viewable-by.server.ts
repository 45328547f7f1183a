import { and, eq, or, type SQL } from "drizzle-orm";
import { playlists, users } from "#db/schema/index.ts";

const ownedByMember = eq(users.state, "approved");

/** Playlists that everybody may see. In every query with this the owner is joined (`users.id = playlists.userId`). */
export const isPublicPlaylist = and(eq(playlists.isPublic, true), ownedByMember);

/** The playlists that `viewer` may see: public ones and their own. In every query with this the owner is joined. */
export function viewableBy(viewer: { id: string } | null): SQL | undefined {
  return viewer
    ? or(isPublicPlaylist, and(eq(playlists.userId, viewer.id), ownedByMember))
    : isPublicPlaylist;
}
