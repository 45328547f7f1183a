import { playlistCoverSpec } from "#app/features/covers/cover.ts";
import { playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import type { CoverTrack } from "#app/features/covers/playlist-cover.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import {
  describePlaylist,
  type OwnedPlaylist,
  sharedPlaylistPath,
} from "#app/features/playlists/playlist.ts";
import { ogParams, ogReply } from "#app/features/playlists/playlists.schema.ts";
import { findPlaylist, playlistNotFound } from "#app/features/playlists/server/find-playlist.server.ts";
import { matchesOwner } from "#app/features/playlists/server/find-playlist-by-address.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストのリンクを共有したときに表示される内容（OpenGraph）を取得します。",
    reply: ogReply,
    params: ogParams,
    async answer({ viewer, params, url }) {
      const playlist = await findPlaylist({ viewer, playlistId: params.id });
      if (!matchesOwner(playlist, params.customUserId)) throw playlistNotFound();
      return playlistPreview(playlist, await findCoverTracks(playlist.id), url.origin);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

/** OpenGraph data of a playlist; all URLs are absolute. */
function playlistPreview(playlist: OwnedPlaylist, coverTracks: readonly CoverTrack[], origin: string) {
  const url = new URL(sharedPlaylistPath(playlist), origin).href;
  return {
    title: playlist.name,
    description: describePlaylist(playlist),
    imageUrl: origin + playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, "1200x630")),
    url,
    type: "music.playlist",
    siteName: "Mugen",
  };
}
