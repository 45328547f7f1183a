import { formatDate } from "#app/lib/format-date.ts";
import type { OwnedPlaylist, Playlist } from "./playlist.ts";
import type { WovenTrack } from "./weave.ts";

/** A playlist as screens show it in a list. */
export interface ListedPlaylist {
  id: number;
  name: string;
  categories: string[];
  description: string | null;
  isPublic: boolean;
  publicSlug: string | null;
  itemCount: number;
  /** 「2026年11月21日」, formatted on the server so that every browser shows the same. */
  date: string;
  /** Whose it is, where playlists of several people stand together. */
  ownerName: string | null;
  /** What its cover is woven of; nothing before `withCovers`. */
  woven: readonly WovenTrack[];
}

/** Takes from a playlist what lists show. */
export function listedPlaylist(playlist: Playlist): ListedPlaylist {
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
    woven: [],
  };
}

/** The same with its owner's name. */
export function listedOwnedPlaylist(playlist: OwnedPlaylist): ListedPlaylist {
  return { ...listedPlaylist(playlist), ownerName: playlist.owner.name };
}
