import { playlistCoverOrder } from "#app/features/covers/cover.ts";
import { playlistCoverPath } from "#app/features/covers/server/cover-path.server.ts";
import { describePlaylist } from "../describe-playlist.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { sharedPlaylistPath } from "../playlist-path.ts";
import type { WovenTrack } from "../weave.ts";

/** What previews of a link to a playlist show, as the call gives it (spec 2 §7). Addresses are whole; `woven`: `listWovenTracks`. */
export function playlistPreview(playlist: OwnedPlaylist, woven: readonly WovenTrack[], origin: string) {
  const url = new URL(sharedPlaylistPath(playlist), origin).href;
  return {
    title: playlist.name,
    description: describePlaylist(playlist),
    imageUrl: origin + playlistCoverPath(playlist, playlistCoverOrder(playlist, woven, "1200x630")),
    url,
    type: "music.playlist",
    siteName: "Mugen",
  };
}
