import { and, desc, eq, sql } from "drizzle-orm";
import { decodeCursor, encodeCursor, startCursors } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { playlistFollows, playlists, users } from "#db/schema/index.ts";
import { countItems } from "../server/list-items.server.ts";
import type { OwnedPlaylistPage } from "../server/list-playlists.server.ts";
import { isPublicPlaylist, ownedPlaylistColumns } from "../server/viewable-by.server.ts";

const selectFollowed = prepared(
  (on, value: ValuesOf<{ userId: string; at: Date; id: number; limit: number }>) =>
    on
      .select({ ...ownedPlaylistColumns, followedAt: playlistFollows.createdAt })
      .from(playlistFollows)
      .innerJoin(playlists, eq(playlists.id, playlistFollows.playlistId))
      .innerJoin(users, eq(users.id, playlists.userId))
      .where(
        and(
          eq(playlistFollows.userId, value("userId")),
          isPublicPlaylist,
          sql`(${playlistFollows.createdAt}, ${playlistFollows.playlistId}) < (${sql.param(value("at"), playlistFollows.createdAt)}, ${value("id")})`,
        ),
      )
      .orderBy(desc(playlistFollows.createdAt), desc(playlistFollows.playlistId))
      .limit(value("limit")),
);

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
  const { at, id } = (options.cursor && decodeCursor(options.cursor)) || startCursors.newest;
  const found = await selectFollowed(db, { userId: viewer.id, at, id, limit: limit + 1 });
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
