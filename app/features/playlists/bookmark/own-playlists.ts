import { asRecord } from "#app/lib/fetch-json.ts";

export interface OwnPlaylist {
  id: number;
  name: string;
  isPublic: boolean;
  itemCount: number;
  hasTrack: boolean;
}

export interface OwnPlaylists {
  playlists: OwnPlaylist[];
  limit: number;
}

export const trackPlaylistsPath = (trackId: number) => `/track/${trackId}/playlists`;

/** Parses the reply of `GET /api/tracks/{id}/playlists`; null for another shape. */
export function parseOwnPlaylists(body: unknown): OwnPlaylists | null {
  const { playlists, limit } = asRecord(body);
  if (!Array.isArray(playlists) || typeof limit !== "number") return null;
  return {
    playlists: playlists.map(parseOwnPlaylist).filter((one) => one !== null),
    limit,
  };
}

/** Parses one playlist; null for another shape. */
export function parseOwnPlaylist(value: unknown): OwnPlaylist | null {
  const { id, name, isPublic, itemCount, hasTrack } = asRecord(value);
  if (typeof id !== "number" || typeof name !== "string") return null;
  return {
    id,
    name,
    isPublic: isPublic === true,
    itemCount: typeof itemCount === "number" ? itemCount : 0,
    hasTrack: hasTrack === true,
  };
}
