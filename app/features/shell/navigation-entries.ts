import type { IconName } from "#app/ui/icon.tsx";

export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  needsLogin: boolean;
}

/** The five entries of the navigation (spec 1 §2). */
export const navigationEntries: readonly NavigationEntry[] = [
  { to: "/", label: "ホーム", icon: "home", needsLogin: false },
  { to: "/search", label: "検索", icon: "search", needsLogin: false },
  { to: "/create-post", label: "投稿", icon: "plus", needsLogin: true },
  { to: "/notifications", label: "通知", icon: "bell", needsLogin: true },
  { to: "/profile", label: "マイページ", icon: "person", needsLogin: true },
];
