import { and, asc, eq, type SQL } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { playlists, users } from "#db/schema/index.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { countItems } from "./count-items.server.ts";
import { ownedColumns } from "./owned-columns.server.ts";
import { viewableBy } from "./viewable-by.server.ts";

type Viewer = { id: string } | null;

/** Not there, or private and somebody else's (spec 2 §8). */
export const playlistNotFound = () => new NotFound("プレイリストが見つかりません");

/** A public playlist, or a private one for its owner. Throws `NotFound`. */
export function findPlaylist(options: { viewer: Viewer; playlistId: number }): Promise<OwnedPlaylist> {
  return find(options.viewer, eq(playlists.id, options.playlistId));
}

/**
 * The same by its slug, among those of `userId` or of everybody; of several the oldest, so that an address that people
 * have goes on meaning what it meant. Throws `NotFound`.
 */
export function findPlaylistBySlug(options: {
  viewer: Viewer;
  slug: string;
  userId?: string;
}): Promise<OwnedPlaylist> {
  const { viewer, slug, userId } = options;
  return find(
    viewer,
    and(eq(playlists.publicSlug, slug), userId === undefined ? undefined : eq(playlists.userId, userId)),
  );
}

async function find(viewer: Viewer, which: SQL | undefined): Promise<OwnedPlaylist> {
  const [found] = await db
    .select(ownedColumns)
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(and(which, viewableBy(viewer)))
    .orderBy(asc(playlists.createdAt), asc(playlists.id))
    .limit(1);
  if (!found) throw playlistNotFound();
  const { playlist, owner } = found;
  const counts = await countItems({ playlistIds: [playlist.id], viewer });
  return { ...playlist, owner, itemCount: counts.get(playlist.id) ?? 0 };
}
