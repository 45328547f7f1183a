import type { ListedPlaylist } from "../listed-playlist.ts";
import { listWovenTracks } from "./list-woven-tracks.server.ts";

/** Playlists of a list with what their covers are woven of. */
export async function withCovers(playlists: readonly ListedPlaylist[]): Promise<ListedPlaylist[]> {
  const tracks = await listWovenTracks(playlists.map(({ id }) => id));
  return playlists.map((playlist) => ({ ...playlist, woven: tracks.get(playlist.id) ?? [] }));
}
