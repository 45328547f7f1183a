import { and, desc, eq, sql } from "drizzle-orm";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { playlistFollows, playlists, users } from "#db/schema/index.ts";
import { countItems } from "../server/list-items.server.ts";
import type { OwnedPlaylistPage } from "../server/list-playlists.server.ts";
import { isPublicPlaylist, ownedPlaylistColumns } from "../server/viewable-by.server.ts";

/**
 * The playlists that a member follows, the last followed first, a page at a time. Those that are private by now are not
 * shown; they come back when they are public again. `limit` 1–100.
 */
export async function listFollowedPlaylists(options: {
  viewer: { id: string };
  limit: number;
  cursor?: string | undefined;
}): Promise<OwnedPlaylistPage> {
  const { viewer, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlistFollows.createdAt}, ${playlistFollows.playlistId}) < (${sql.param(cursor.at, playlistFollows.createdAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select({ ...ownedPlaylistColumns, followedAt: playlistFollows.createdAt })
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
    next: found.length > limit && last ? encodeCursor({ at: last.followedAt, id: last.playlist.id }) : null,
  };
}

/** Whether the viewer follows a playlist. */
export async function isFollowingPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<boolean> {
  const { viewer, playlistId } = options;
  const { userId } = playlistFollows;
  const found = await primary
    .select({ userId })
    .from(playlistFollows)
    .where(and(eq(userId, viewer.id), eq(playlistFollows.playlistId, playlistId)));
  return found.length > 0;
}
