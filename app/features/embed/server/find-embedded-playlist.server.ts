import { profilePath } from "#app/features/people/profile-path.ts";
import { longestPlaylist } from "#app/features/playlists/playlist.ts";
import { readCategories } from "#app/features/playlists/playlist-categories.ts";
import { sharedPlaylistPath } from "#app/features/playlists/playlist-path.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { listWovenTracks } from "#app/features/playlists/server/list-woven-tracks.server.ts";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import type { EmbeddedPlaylist } from "../components/embed-page.tsx";

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
