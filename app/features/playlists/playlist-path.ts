import { writeCursor } from "#app/lib/cursor.ts";
import { playlistPageSize } from "./playlist.ts";

/** The page of a playlist (spec 2 §2). */
export const playlistPath = (playlist: { id: number }): string => `/playlists/${playlist.id}`;

/** The address that people are given of a playlist (spec 2 §2, "Owner/user playlist page"). */
export function sharedPlaylistPath(playlist: { id: number; owner: { customUserId: string | null } }): string {
  return `/${playlist.owner.customUserId ?? "public"}/playlist/${playlist.id}`;
}

/** The page that moves or removes one item, below the playlist's own page `path`. */
export const itemPath = ({ path, itemId }: { path: string; itemId: number }): string =>
  `${path}/items/${itemId}`;

/** Of the pages that a playlist has without JavaScript, the one with the place `order` (from 1), at that row. */
export function placePath(
  playlist: { id: number },
  { order, itemId }: { order: number; itemId: number },
): string {
  const before = Math.floor((order - 1) / playlistPageSize) * playlistPageSize;
  const cursor = before > 0 ? `?cursor=${writeCursor({ at: new Date(before), id: 2 ** 31 - 1 })}` : "";
  return `${playlistPath(playlist)}${cursor}#item-${itemId}`;
}
