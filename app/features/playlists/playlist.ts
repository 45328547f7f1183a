import type { Track } from "#app/features/tracks/track.ts";
import { encodeCursor } from "#app/lib/cursor.ts";

/** A playlist without its owner and items. */
export interface Playlist {
  id: number;
  userId: string;
  name: string;
  /** Category names, comma-separated. */
  category: string;
  description: string | null;
  isPublic: boolean;
  /** Null while private. */
  publicSlug: string | null;
  impressionCount: number;
  followerCount: number;
  /** Number of its tracks that are visible to the viewer. */
  itemCount: number;
  createdAt: Date;
}

/** Public data of a playlist's owner. */
export interface PlaylistOwner {
  id: string;
  name: string;
  picture: string | null;
  customUserId: string | null;
}

/** A playlist with its owner. */
export interface OwnedPlaylist extends Playlist {
  owner: PlaylistOwner;
}

/** A track in a playlist. */
export interface PlaylistItem {
  id: number;
  /** Position, from 1. Items hidden from the viewer keep their position and leave a gap. */
  order: number;
  track: Track;
}

/** Maximum number of tracks in a playlist. */
export const maxPlaylistItems = 1000;

/** Tracks per page of a playlist. */
export const playlistPageSize = 50;

/** Path of a playlist's page. */
export const playlistPath = (playlist: { id: number }): string => `/playlists/${playlist.id}`;

/** Path to share: below the owner's `customUserId`, or `public` without one. */
export function sharedPlaylistPath(playlist: { id: number; owner: { customUserId: string | null } }): string {
  return `/${playlist.owner.customUserId ?? "public"}/playlist/${playlist.id}`;
}

/** Path of the create form. */
export const createPlaylistPath = "/create-playlist";

/** Path of the page that moves or removes an item without JavaScript; `path` is the playlist's page. */
export const itemPath = ({ path, itemId }: { path: string; itemId: number }): string =>
  `${path}/items/${itemId}`;

/** Path of the page of a playlist (pages exist without JavaScript) that has position `order` (from 1), at that row. */
export function itemPositionPath(
  playlist: { id: number },
  { order, itemId }: { order: number; itemId: number },
): string {
  const before = Math.floor((order - 1) / playlistPageSize) * playlistPageSize;
  const cursor = before > 0 ? `?cursor=${encodeCursor({ at: new Date(before), id: 2 ** 31 - 1 })}` : "";
  return `${playlistPath(playlist)}${cursor}#item-${itemId}`;
}

/** The path of a playlist's page after a removal, on which it can be undone without JavaScript; `path` as it is for null. */
export function removedItemPath(path: string, removed: { trackId: number; order: number } | null): string {
  if (!removed) return path;
  const url = new URL(path, "http://localhost");
  url.searchParams.set("removed", `${removed.trackId}.${removed.order}`);
  return url.pathname + url.search + url.hash;
}

/** Description for link previews and feeds: the playlist's own, else one made of the owner's name and the item count. */
export function describePlaylist(playlist: {
  description: string | null;
  itemCount: number;
  owner: { name: string };
}): string {
  const { description, itemCount, owner } = playlist;
  return description || `${owner.name}さんのプレイリスト。${itemCount}件の音声を続けて聴けます。`;
}
