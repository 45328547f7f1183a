import type { z } from "zod";
import type { OwnedPlaylist, Playlist } from "./playlist.ts";
import type { ownedPlaylistReply, playlistReply } from "./playlists.schema.ts";

/** A playlist as the calls show it in a list (spec 2 §3). */
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

/** The same with its owner, where playlists of several people stand together. */
export function presentOwnedPlaylist(playlist: OwnedPlaylist): z.infer<typeof ownedPlaylistReply> {
  const { id, name, picture, customUserId } = playlist.owner;
  return { ...presentPlaylist(playlist), user: { id, name, picture, customUserId } };
}
