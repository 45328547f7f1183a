import { and, eq } from "drizzle-orm";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { playlistNotFound } from "./find-playlist.server.ts";
import { viewableBy } from "./viewable-by.server.ts";

/** An item of an own playlist, to be moved or removed. */
export interface OwnItem {
  playlist: { id: number; name: string };
  title: string;
  /** Its place, from 1. */
  order: number;
  /** The last place there is. */
  last: number;
}

/** Throws `NotFound` for what is not there (any more) and `Forbidden` in somebody else's public playlist. */
export async function findOwnItem(options: {
  viewer: { id: string };
  playlistId: number;
  itemId: number;
}): Promise<OwnItem> {
  const { viewer, playlistId, itemId } = options;
  const [playlist] = await db
    .select({ id: playlists.id, name: playlists.name, userId: playlists.userId })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(eq(playlists.id, playlistId), viewableBy(viewer)));
  if (!playlist) throw playlistNotFound();
  if (playlist.userId !== viewer.id) throw new Forbidden();
  const [item] = await db
    .select({ title: tracks.title, order: playlistItems.position })
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .where(and(eq(playlistItems.id, itemId), eq(playlistItems.playlistId, playlistId)));
  if (!item) throw new NotFound("この音声はプレイリストにありません");
  const last = await db.$count(playlistItems, eq(playlistItems.playlistId, playlistId));
  return { playlist: { id: playlist.id, name: playlist.name }, ...item, last };
}
