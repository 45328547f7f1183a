import type { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import type { CoverTrack } from "#app/features/covers/playlist-cover.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatDate } from "#app/lib/format-date.ts";
import type { OwnedPlaylist, Playlist, PlaylistItem } from "./playlist.ts";
import type {
  itemReply,
  ownedPlaylistReply,
  playlistReply,
  playlistWithItemsReply,
} from "./playlists.schema.ts";

export interface PlaylistListItem {
  id: number;
  name: string;
  categories: string[];
  description: string | null;
  isPublic: boolean;
  publicSlug: string | null;
  itemCount: number;
  /** 「2026年11月21日」, formatted on the server so that every browser shows the same. */
  date: string;
  ownerName: string | null;
  coverTracks: readonly CoverTrack[];
}

/** The fields that lists show; no owner, no cover tracks. */
export function toPlaylistListItem(playlist: Playlist): PlaylistListItem {
  const { id, name, category, description, isPublic, publicSlug, itemCount, createdAt } = playlist;
  const categories = category
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    id,
    name,
    categories,
    description,
    isPublic,
    publicSlug,
    itemCount,
    date: formatDate(createdAt),
    ownerName: null,
    coverTracks: [],
  };
}

/** `toPlaylistListItem` with the owner's name. */
export function toOwnedPlaylistListItem(playlist: OwnedPlaylist): PlaylistListItem {
  return { ...toPlaylistListItem(playlist), ownerName: playlist.owner.name };
}

export interface PlaylistView extends PlaylistListItem {
  viewCount: number;
  followerCount: number;
  owner: { name: string; picture: string | null; customUserId: string | null; path: string };
}

/** The fields that a playlist's page shows. */
export function toPlaylistView(playlist: OwnedPlaylist): PlaylistView {
  const { impressionCount: viewCount, followerCount, owner } = playlist;
  const { name, picture, customUserId } = owner;
  return {
    ...toPlaylistListItem(playlist),
    viewCount,
    followerCount,
    owner: { name, picture, customUserId, path: profilePath(owner) },
  };
}

/** An item as a row. Its title links to `/track/{id}`. */
export function toPlaylistTrackListItem(
  { id: itemId, order, track }: PlaylistItem,
  viewer: TrackViewer,
): TrackListItem {
  return { ...toTrackListItem(track, viewer), path: `/track/${track.id}`, playlistItem: { itemId, order } };
}

/** A playlist in the API's lists. */
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

/** The API's playlist with its owner (`user`). */
export function presentOwnedPlaylist(playlist: OwnedPlaylist): z.infer<typeof ownedPlaylistReply> {
  const { id, name, picture, customUserId } = playlist.owner;
  return { ...presentPlaylist(playlist), user: { id, name, picture, customUserId } };
}

/** A playlist item in the API. */
export function presentItem(
  { id, order, track }: PlaylistItem,
  viewer: TrackViewer,
): z.infer<typeof itemReply> {
  return { id, order, track: presentTrack(track, viewer) };
}

/** The API's playlist with owner and all items. */
export function presentPlaylistWithItems(
  playlist: OwnedPlaylist,
  items: readonly PlaylistItem[],
  viewer: TrackViewer,
): z.infer<typeof playlistWithItemsReply> {
  return { ...presentOwnedPlaylist(playlist), items: items.map((item) => presentItem(item, viewer)) };
}
