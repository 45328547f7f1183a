import { and, desc, eq, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { playlists, users } from "#db/schema/index.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { countItems } from "./count-items.server.ts";
import { ownedColumns } from "./owned-columns.server.ts";
import { isPublicPlaylist } from "./viewable-by.server.ts";

export interface OwnedPage {
  playlists: OwnedPlaylist[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** Everybody's public playlists, newest first, a page at a time. `limit` 1–100. */
export async function listPublicPlaylists(options: {
  viewer: { id: string } | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<OwnedPage> {
  const { viewer, limit } = options;
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlists.createdAt}, ${playlists.id}) < (${sql.param(cursor.at, playlists.createdAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select(ownedColumns)
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(isPublicPlaylist, after))
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const counts = await countItems({ playlistIds: shown.map(({ playlist }) => playlist.id), viewer });
  const last = shown.at(-1)?.playlist;
  return {
    playlists: shown.map(({ playlist, owner }) => ({
      ...playlist,
      owner,
      itemCount: counts.get(playlist.id) ?? 0,
    })),
    next: found.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
