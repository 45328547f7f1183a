import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db, primary } from "#db/client.ts";
import { playlists, users } from "#db/schema/index.ts";
import type { OwnedPlaylist, Playlist } from "../playlist.ts";
import { maxPlaylists } from "../playlist-limits.ts";
import { countItems } from "./list-items.server.ts";
import { isPublicPlaylist, ownedPlaylistColumns } from "./viewable-by.server.ts";

export interface OwnedPlaylistPage {
  playlists: OwnedPlaylist[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** One page of all public playlists, newest first. `limit` 1–100. */
export async function listPublicPlaylists(options: {
  viewer: { id: string } | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<OwnedPlaylistPage> {
  const { viewer, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlists.createdAt}, ${playlists.id}) < (${sql.param(cursor.at, playlists.createdAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select(ownedPlaylistColumns)
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
    next: found.length > limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

interface PlaylistPage {
  playlists: Playlist[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** One page of a member's playlists, newest first; private ones only for the member. `limit` 1–100. */
export async function listPlaylistsByUser(options: {
  userId: string;
  viewer: { id: string } | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<PlaylistPage> {
  const { userId, viewer, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${playlists.createdAt}, ${playlists.id}) < (${sql.param(cursor.at, playlists.createdAt)}, ${cursor.id})`
    : undefined;
  // An `or` for visitors too: see `viewableBy`.
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
    next: found.length > limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** How many playlists a member has, and how many they may have. */
export async function countOwnPlaylists(options: {
  viewer: Viewer;
}): Promise<{ count: number; limit: number }> {
  const { viewer } = options;
  const count = await primary.$count(playlists, eq(playlists.userId, viewer.id));
  return { count, limit: maxPlaylists(viewer) };
}
