import { profilePath } from "../people/profile-path.ts";
import { type ListedPlaylist, listedPlaylist } from "./listed-playlist.ts";
import type { OwnedPlaylist } from "./playlist.ts";

/** A playlist as its own page shows it. */
export interface ShownPlaylist extends ListedPlaylist {
  /** How often it was opened. */
  viewCount: number;
  followerCount: number;
  owner: { name: string; picture: string | null; customUserId: string | null; path: string };
}

/** Takes from a playlist what its page shows. */
export function shownPlaylist(playlist: OwnedPlaylist): ShownPlaylist {
  const { impressionCount: viewCount, followerCount, owner } = playlist;
  const { name, picture, customUserId } = owner;
  return {
    ...listedPlaylist(playlist),
    viewCount,
    followerCount,
    owner: { name, picture, customUserId, path: profilePath(owner) },
  };
}
