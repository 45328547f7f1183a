import type { Track } from "#app/features/tracks/track.ts";
import { encodeCursor } from "#app/lib/cursor.ts";

export interface Playlist {
  id: number;
  userId: string;
  name: string;
  category: string;
  description: string | null;
  isPublic: boolean;
  publicSlug: string | null;
  impressionCount: number;
  followerCount: number;
  itemCount: number;
  takenDownAt: Date | null;
  takedownReason: string | null;
  createdAt: Date;
  /** Changes with the tracks and their order, too. */
  updatedAt: Date;
}

interface PlaylistOwner {
  id: string;
  name: string;
  picture: string | null;
  customUserId: string | null;
}

export interface OwnedPlaylist extends Playlist {
  owner: PlaylistOwner;
}

export interface PlaylistItem {
  id: number;
  /** From 1. Hidden items keep their position and leave a gap. */
  order: number;
  track: Track;
}

export const maxPlaylistItems = 1000;

export const playlistPageSize = 50;

/** A playlist's page. */
export const playlistPath = (playlist: { id: number }): string => `/playlists/${playlist.id}`;

/** The path to share: below the owner's `customUserId`, without one below `public`. */
export function sharedPlaylistPath(playlist: { id: number; owner: { customUserId: string | null } }): string {
  return `/${playlist.owner.customUserId ?? "public"}/playlist/${playlist.id}`;
}

export const createPlaylistPath = "/create-playlist";

/** The page that moves or removes an item without JavaScript. `path`: the playlist's page. */
export const itemPath = ({ path, itemId }: { path: string; itemId: number }): string =>
  `${path}/items/${itemId}`;

/** The playlist's page (paged without JavaScript) with position `order` (from 1), at that row. */
export function itemPositionPath(
  playlist: { id: number },
  { order, itemId }: { order: number; itemId: number },
): string {
  const before = Math.floor((order - 1) / playlistPageSize) * playlistPageSize;
  const cursor = before > 0 ? `?cursor=${encodeCursor({ at: new Date(before), id: 2 ** 31 - 1 })}` : "";
  return `${playlistPath(playlist)}${cursor}#item-${itemId}`;
}

/** The page after a removal, where it can be undone without JavaScript; `path` itself for null. */
export function removedItemPath(path: string, removed: { trackId: number; order: number } | null): string {
  if (!removed) return path;
  const url = new URL(path, "http://localhost");
  url.searchParams.set("removed", `${removed.trackId}.${removed.order}`);
  return url.pathname + url.search + url.hash;
}

/** For link previews and feeds: the description, else a text of owner and item count. */
export function describePlaylist(playlist: {
  description: string | null;
  itemCount: number;
  owner: { name: string };
}): string {
  const { description, itemCount, owner } = playlist;
  return description || `${owner.name}さんのプレイリスト。${itemCount}件の音声を続けて聴けます。`;
}
