import { profilePath } from "../people/profile-path.ts";
import { findPlaylist } from "../playlists/find-playlist.server.ts";
import { listItems } from "../playlists/list-items.server.ts";
import { listWovenTracks } from "../playlists/list-woven-tracks.server.ts";
import { longestPlaylist } from "../playlists/playlist.ts";
import { readCategories } from "../playlists/playlist-categories.ts";
import { sharedPlaylistPath } from "../playlists/playlist-path.ts";
import { listedTrack } from "../tracks/listed-track.ts";
import type { EmbeddedPlaylist } from "./embed-page.tsx";

/** A public playlist for its player on other sites, whole. Throws `NotFound`. */
export async function findEmbeddedPlaylist({
  playlistId,
}: {
  playlistId: number;
}): Promise<EmbeddedPlaylist> {
  const playlist = await findPlaylist({ viewer: null, playlistId });
  const { items } = await listItems({ viewer: null, playlistId, limit: longestPlaylist });
  const { name, owner, category } = playlist;
  return {
    name,
    path: sharedPlaylistPath(playlist),
    ownerName: owner.name,
    ownerPath: profilePath(owner),
    categories: readCategories(category),
    woven: (await listWovenTracks([playlistId])).get(playlistId) ?? [],
    tracks: items.map(({ track }) => listedTrack(track)),
  };
}
