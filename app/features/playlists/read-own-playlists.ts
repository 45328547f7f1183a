import { asRecord } from "#app/lib/ask-server.ts";
import type { TrackAndPlaylists } from "./server/list-own-with-track.server.ts";

/** The answer of `GET /api/tracks/{id}/playlists`. */
export type OwnPlaylists = Omit<TrackAndPlaylists, "track">;

/** That answer's body; null when it is none. */
export function readOwnPlaylists(body: unknown): OwnPlaylists | null {
  const { playlists, limit } = asRecord(body);
  if (!Array.isArray(playlists) || typeof limit !== "number") return null;
  return {
    playlists: playlists.map(readOwnPlaylist).filter((one) => one !== null),
    limit,
  };
}

/** A playlist of the member's in an answer; null for what is none. */
export function readOwnPlaylist(value: unknown): OwnPlaylists["playlists"][number] | null {
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
