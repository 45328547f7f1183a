import type { IconName } from "#app/ui/icon.tsx";

export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  needsLogin: boolean;
}

export const navigationEntries: readonly NavigationEntry[] = [
  { to: "/", label: "ホーム", icon: "home", needsLogin: false },
  { to: "/search", label: "検索", icon: "search", needsLogin: false },
  { to: "/create-post", label: "投稿", icon: "plus", needsLogin: true },
  { to: "/notifications", label: "通知", icon: "bell", needsLogin: true },
  { to: "/profile", label: "マイページ", icon: "person", needsLogin: true },
];

export const menuGroups = ["聴く", "作る", "つながる"] as const;

export interface MenuEntry {
  group: (typeof menuGroups)[number];
  to: string;
  label: string;
  icon: IconName;
  forMembers?: boolean;
}

export const menuEntries: readonly MenuEntry[] = [
  { group: "聴く", to: "/today", label: "今日の無限", icon: "infinity", forMembers: true },
  { group: "聴く", to: "/playlists", label: "プレイリスト", icon: "bookmark" },
  { group: "聴く", to: "/history", label: "再生履歴", icon: "clock", forMembers: true },
  { group: "聴く", to: "/clips", label: "一節ノート", icon: "document", forMembers: true },
  { group: "聴く", to: "/offline-audio", label: "オフライン保存", icon: "download", forMembers: true },
  { group: "聴く", to: "/premium", label: "プレミアム", icon: "crown" },
  { group: "作る", to: "/create-post-v2", label: "ユーザー投稿v2", icon: "edit" },
  { group: "つながる", to: "/invite-friends", label: "友だち招待", icon: "invite" },
];

export const helpEntries: readonly Pick<MenuEntry, "to" | "label">[] = [
  { to: "/faq", label: "よくある質問" },
  { to: "/contact", label: "お問い合わせ" },
  { to: "/terms", label: "利用規約" },
  { to: "/privacy", label: "プライバシーポリシー" },
  { to: "/commercial-law", label: "特定商取引法に基づく表記" },
];
