/** The parts of my page, in their order (spec 2 §2). */
export const profileTabs = [
  { name: "favorites", label: "お気に入り" },
  { name: "playlists", label: "プレイリスト" },
  { name: "my-tracks", label: "投稿音声" },
] as const;

export type ProfileTab = (typeof profileTabs)[number]["name"];

/** The part that `?tab=` asks for; the first for anything else. */
export function readProfileTab(asked: string | null): ProfileTab {
  return profileTabs.find(({ name }) => name === asked)?.name ?? "favorites";
}

export const profileTabPath = (tab: ProfileTab) => `/profile?tab=${tab}`;
