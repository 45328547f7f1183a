import { profilePath } from "#app/features/accounts/account.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { maxPlaylistItems, sharedPlaylistPath } from "#app/features/playlists/playlist.ts";
import { parseCategories } from "#app/features/playlists/playlist-categories.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";

/** A public playlist with all tracks. Throws `NotFound`. */
export async function findEmbeddedPlaylist({ playlistId }: { playlistId: number }) {
  const playlist = await findPlaylist({ viewer: null, playlistId });
  const { items } = await listItems({ viewer: null, playlistId, limit: maxPlaylistItems });
  const { name, owner, category } = playlist;
  return {
    name,
    path: sharedPlaylistPath(playlist),
    ownerName: owner.name,
    ownerPath: profilePath(owner),
    categories: parseCategories(category),
    coverTracks: await findCoverTracks(playlistId),
    /** Whom the terms of their voices ask to name, each once. */
    credits: [...new Set(items.flatMap(({ track }) => track.speechCredit?.split("、") ?? []))],
    isSpokenByAi: items.some(({ track }) => !track.isRecording),
    tracks: items.map(({ track }) => toTrackListItem(track, null)),
  };
}
