import { and, desc, eq, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { playlistFollows, playlists, users } from "#db/schema/index.ts";
import { countItems } from "./count-items.server.ts";
import type { OwnedPage } from "./list-public-playlists.server.ts";
import { ownedColumns } from "./owned-columns.server.ts";
import { isPublicPlaylist } from "./viewable-by.server.ts";

/**
 * The playlists that a member follows, the last followed first, a page at a time. Those that are private by now are not
 * shown; they come back when they are public again. `limit` 1–100.
 */
export async function listFollowedPlaylists(options: {
  viewer: { id: string };
  limit: number;
  cursor?: string | undefined;
}): Promise<OwnedPage> {
  const { viewer, limit } = options;
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlistFollows.createdAt}, ${playlistFollows.playlistId}) < (${sql.param(cursor.at, playlistFollows.createdAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select({ ...ownedColumns, followedAt: playlistFollows.createdAt })
    .from(playlistFollows)
    .innerJoin(playlists, eq(playlists.id, playlistFollows.playlistId))
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(eq(playlistFollows.userId, viewer.id), isPublicPlaylist, after))
    .orderBy(desc(playlistFollows.createdAt), desc(playlistFollows.playlistId))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const counts = await countItems({ playlistIds: shown.map(({ playlist }) => playlist.id), viewer });
  const last = shown.at(-1);
  return {
    playlists: shown.map(({ playlist, owner }) => ({
      ...playlist,
      owner,
      itemCount: counts.get(playlist.id) ?? 0,
    })),
    next: found.length > limit && last ? writeCursor({ at: last.followedAt, id: last.playlist.id }) : null,
  };
}
