import type { z } from "zod";
import { presentTrack } from "../tracks/present-track.ts";
import type { OwnedPlaylist, PlaylistItem } from "./playlist.ts";
import type { itemReply, wholePlaylistReply } from "./playlist-page.schema.ts";
import { presentOwnedPlaylist } from "./present-playlist.ts";

/** A track's place in a playlist, as the calls show it (spec 2 §3). */
export function presentItem({ id, order, track }: PlaylistItem): z.infer<typeof itemReply> {
  return { id, order, track: presentTrack(track) };
}

/** A playlist as the call about it alone shows it: with its owner and all of its items. */
export function presentWholePlaylist(
  playlist: OwnedPlaylist,
  items: readonly PlaylistItem[],
): z.infer<typeof wholePlaylistReply> {
  return { ...presentOwnedPlaylist(playlist), items: items.map(presentItem) };
}
