import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlists, users } from "#db/schema/index.ts";
import { contains } from "#db/search/text.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { countItems } from "./list-items.server.ts";
import { isPublicPlaylist, ownedPlaylistColumns } from "./viewable-by.server.ts";

/** The newest public playlists, among which those of a category are looked for: categories have no index. */
const maxSearchedPlaylists = 2000;

/** Public playlists that have the category `category` (exact name), the newest first, at most `limit`. */
export async function listPlaylistsOfCategory(options: {
  viewer: { id: string } | null;
  category: string;
  limit: number;
}): Promise<OwnedPlaylist[]> {
  const { viewer, category, limit } = options;
  const newest = db
    .select({ id: playlists.id, names: sql<string>`',' || ${playlists.category} || ','`.as("names") })
    .from(playlists)
    .where(eq(playlists.isPublic, true))
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(maxSearchedPlaylists)
    .as("newest");
  const found = await db
    .select(ownedPlaylistColumns)
    .from(newest)
    .innerJoin(playlists, eq(playlists.id, newest.id))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(contains(newest.names, `,${category},`), isPublicPlaylist))
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(limit);
  const counts = await countItems({ playlistIds: found.map(({ playlist }) => playlist.id), viewer });
  return found.map(({ playlist, owner }) => ({
    ...playlist,
    owner,
    itemCount: counts.get(playlist.id) ?? 0,
  }));
}
