import type { OwnedPlaylist, Playlist } from "./playlist.ts";

/** A playlist as the calls show it in a list (spec 2 §3). */
export function presentPlaylist(playlist: Playlist) {
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
export function presentOwnedPlaylist(playlist: OwnedPlaylist) {
  const { id, name, picture, customUserId } = playlist.owner;
  return { ...presentPlaylist(playlist), user: { id, name, picture, customUserId } };
}
