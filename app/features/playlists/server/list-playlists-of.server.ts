import { and, desc, eq, or, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { playlists } from "#db/schema/index.ts";
import type { Playlist } from "../playlist.ts";
import { countItems } from "./count-items.server.ts";

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
  // Two alternatives as in `viewableBy`.
  const mayView = or(eq(playlists.isPublic, true), eq(playlists.userId, viewer?.id ?? ""));
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
