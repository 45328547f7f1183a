import type { IconName } from "#app/ui/icon.tsx";

export interface MenuEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Shown to approved members alone. */
  forMembers?: boolean;
}

/** The side menu's links, in their order: only screens that exist (spec 1 §2, "Home screen"). */
export const menuEntries: readonly MenuEntry[] = [
  { to: "/playlists", label: "プレイリスト", icon: "bookmark" },
  { to: "/history", label: "再生履歴", icon: "clock", forMembers: true },
  { to: "/offline-audio", label: "オフライン保存", icon: "download", forMembers: true },
  { to: "/invite-friends", label: "友だち招待", icon: "invite" },
  { to: "/create-post-v2", label: "ユーザー投稿v2", icon: "edit" },
  { to: "/premium", label: "プレミアム", icon: "crown" },
];

/** What the menu keeps together as help and privacy. */
export const helpEntries: readonly Pick<MenuEntry, "to" | "label">[] = [
  { to: "/faq", label: "よくある質問" },
  { to: "/contact", label: "お問い合わせ" },
  { to: "/terms", label: "利用規約" },
  { to: "/privacy", label: "プライバシーポリシー" },
  { to: "/commercial-law", label: "特定商取引法に基づく表記" },
];
