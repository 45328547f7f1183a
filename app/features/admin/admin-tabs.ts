import { isPermitted, type OperatorRole } from "#app/features/audit/operator-roles.ts";
import type { IconName } from "#app/ui/icon.tsx";

import { adminPath } from "./session/admin-session.ts";

interface AdminTab {
  to: string;
  label: string;
  icon: IconName;
  also?: RegExp;
}

export const adminTabs: readonly AdminTab[] = [
  { to: "/admin", label: "概況", icon: "home" },
  { to: "/admin/review", label: "前に見てから", icon: "eye", also: /^\/admin\/word-list/ },
  { to: "/admin/tracks", label: "音声", icon: "headphones", also: /^\/admin\/(upload|generate)/ },
  { to: "/admin/members", label: "会員管理", icon: "person", also: /^\/admin\/(users|invitations)/ },
  { to: "/admin/money", label: "お支払い", icon: "crown" },
  { to: "/admin/themes", label: "テーマ", icon: "sparkle" },
  { to: "/admin/readings", label: "読み辞書", icon: "voice" },
  { to: "/admin/queue", label: "音声生成キュー", icon: "queue" },
  { to: "/admin/inquiries", label: "お問い合わせ・報告", icon: "mail", also: /^\/admin\/replies/ },
  { to: "/admin/objections", label: "申し立て", icon: "warning" },
  { to: "/admin/notices", label: "全員へのお知らせ", icon: "bell", also: /^\/admin\/emails/ },
  { to: "/admin/log", label: "操作記録", icon: "document" },
  { to: "/admin/jobs", label: "ジョブ", icon: "refresh" },
  { to: "/admin/data", label: "データの地図", icon: "document" },
  { to: "/admin/monitoring", label: "モニタリング", icon: "speed" },
  { to: "/admin/operators", label: "運営者", icon: "person" },
  { to: "/admin/alerts", label: "通知の受け取り", icon: "bell", also: /^\/admin\/webhooks/ },
  { to: "/admin/account", label: "ログイン中の端末", icon: "lock" },
];

/** A 見回り begins at the queue of tracks, not at the overview. */
export const adminTabsOf = (role: OperatorRole): AdminTab[] =>
  adminTabs.filter(({ to }) => isPermitted({ role }, to === adminPath ? "GET /admin overview" : `GET ${to}`));

export function isCurrentTab({ to, also }: AdminTab, pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  return path === to || (to !== "/admin" && path.startsWith(`${to}/`)) || (also?.test(path) ?? false);
}

const oldTabs: Record<string, string> = {
  audio: "/admin/tracks",
  members: "/admin/members",
  themes: "/admin/themes",
  queue: "/admin/queue",
  monitoring: "/admin/monitoring",
};

/** Old addresses, `/admin?tab=…&sub=…`. Null without a known tab. */
export function pathOfTab(query: URLSearchParams): string | null {
  const tab = query.get("tab") ?? "";
  const sub = query.get("sub");
  if (tab === "audio" && sub === "upload") return "/admin/upload";
  if (tab === "audio" && sub === "generate") return "/admin/generate";
  return Object.hasOwn(oldTabs, tab) ? (oldTabs[tab] ?? null) : null;
}

export const adminMeta = (title: string) => [
  { title: `${title} | 管理画面 | Mugen ∞` },
  { name: "robots", content: "noindex, nofollow" },
];
