import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { visibleTo } from "../tracks/visible-to.server.ts";
import type { Playlist } from "./playlist.ts";

export interface PlaylistPage {
  playlists: Playlist[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** Playlists of one member, newest first, a page at a time; private ones only for the member. `limit` 1–100. */
export async function listPlaylistsOf(options: {
  userId: string;
  viewer: { id: string } | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<PlaylistPage> {
  const { userId, viewer, limit } = options;
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlists.createdAt}, ${playlists.id}) < (${sql.param(cursor.at, playlists.createdAt)}, ${cursor.id})`
    : undefined;
  const mayView = viewer?.id === userId ? undefined : eq(playlists.isPublic, true);
  const found = await db
    .select()
    .from(playlists)
    .where(and(eq(playlists.userId, userId), mayView, after))
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const counts = await countItems({ playlistIds: shown.map(({ id }) => id), viewer });
  const last = shown.at(-1);
  return {
    playlists: shown.map((row) => ({ ...row, itemCount: counts.get(row.id) ?? 0 })),
    next: found.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** Tracks in each playlist, without those that are hidden from the viewer. */
async function countItems(options: {
  playlistIds: number[];
  viewer: { id: string } | null;
}): Promise<Map<number, number>> {
  const { playlistIds, viewer } = options;
  if (playlistIds.length === 0) return new Map();
  const rows = await db
    .select({ playlistId: playlistItems.playlistId, items: count() })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(inArray(playlistItems.playlistId, playlistIds), visibleTo(viewer)))
    .groupBy(playlistItems.playlistId);
  return new Map(rows.map(({ playlistId, items }) => [playlistId, items]));
}
