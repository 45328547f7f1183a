import type { z } from "zod";
import type { TrackViewer } from "#app/features/tracks/opening.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import type { OwnedPlaylist, Playlist, PlaylistItem } from "./playlist.ts";
import type {
  itemReply,
  ownedPlaylistReply,
  playlistReply,
  playlistWithItemsReply,
} from "./playlists.schema.ts";

/** JSON of a playlist in lists. */
export function presentPlaylist(playlist: Playlist): z.infer<typeof playlistReply> {
  const { id, userId, name, category, description, isPublic, publicSlug } = playlist;
  const { impressionCount, followerCount, itemCount } = playlist;
  return {
    id,
    userId,
    name,
    category,
    description,
    isPublic,
    publicSlug,
    impressionCount,
    followerCount,
    itemCount,
    createdAt: playlist.createdAt.toISOString(),
  };
}

/** JSON of a playlist with its owner (`user`). */
export function presentOwnedPlaylist(playlist: OwnedPlaylist): z.infer<typeof ownedPlaylistReply> {
  const { id, name, picture, customUserId } = playlist.owner;
  return { ...presentPlaylist(playlist), user: { id, name, picture, customUserId } };
}

/** JSON of a playlist item. */
export function presentItem(
  { id, order, track }: PlaylistItem,
  viewer: TrackViewer,
): z.infer<typeof itemReply> {
  return { id, order, track: presentTrack(track, viewer) };
}

/** JSON of a playlist with its owner and all items. */
export function presentPlaylistWithItems(
  playlist: OwnedPlaylist,
  items: readonly PlaylistItem[],
  viewer: TrackViewer,
): z.infer<typeof playlistWithItemsReply> {
  return { ...presentOwnedPlaylist(playlist), items: items.map((item) => presentItem(item, viewer)) };
}
