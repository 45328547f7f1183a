import { asRecord } from "#app/lib/fetch-json.ts";

/** A playlist of the member, as an option for a track. */
export interface OwnPlaylist {
  id: number;
  name: string;
  isPublic: boolean;
  /** Number of its tracks that are visible to the member. */
  itemCount: number;
  /** Whether the track is in it. */
  hasTrack: boolean;
}

/** Reply of `GET /api/tracks/{id}/playlists`. */
export interface OwnPlaylists {
  playlists: OwnPlaylist[];
  /** Maximum number of playlists of the member. */
  limit: number;
}

/** Path of the page that adds a track to playlists. */
export const trackPlaylistsPath = (trackId: number) => `/track/${trackId}/playlists`;

/** Parses that reply; null if it has another shape. */
export function parseOwnPlaylists(body: unknown): OwnPlaylists | null {
  const { playlists, limit } = asRecord(body);
  if (!Array.isArray(playlists) || typeof limit !== "number") return null;
  return {
    playlists: playlists.map(parseOwnPlaylist).filter((one) => one !== null),
    limit,
  };
}

/** Parses one playlist of a reply; null if it has another shape. */
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
