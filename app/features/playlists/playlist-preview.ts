import { houseImage } from "../shell/page-meta.ts";
import { describePlaylist } from "./describe-playlist.ts";
import type { OwnedPlaylist } from "./playlist.ts";
import { sharedPlaylistPath } from "./playlist-path.ts";

/** What previews of a link to a playlist show, as the call gives it (spec 2 §7). Addresses are whole. */
export function playlistPreview(playlist: OwnedPlaylist, origin: string) {
  const url = new URL(sharedPlaylistPath(playlist), origin).href;
  return {
    title: playlist.name,
    description: describePlaylist(playlist),
    imageUrl: houseImage(url).url,
    url,
    type: "music.playlist",
    siteName: "Mugen",
  };
}
