/** The parts of the list of playlists, in their order. */
export const playlistTabs = [
  { name: "mine", label: "自分の", heading: "自分のプレイリスト" },
  { name: "following", label: "フォロー中", heading: "フォロー中のプレイリスト" },
  { name: "public", label: "みんなの", heading: "みんなのプレイリスト" },
] as const;

export type PlaylistTab = (typeof playlistTabs)[number]["name"];

/** The part that `?tab=` asks for; the member's own for anything else. */
export function readPlaylistTab(asked: string | null): PlaylistTab {
  return playlistTabs.find(({ name }) => name === asked)?.name ?? "mine";
}

export const playlistTabPath = (tab: PlaylistTab) =>
  tab === "mine" ? "/playlists" : `/playlists?tab=${tab}`;

export const createPath = "/create-playlist";
