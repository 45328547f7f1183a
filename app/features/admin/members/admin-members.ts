export const memberFilters = {
  all: "すべて",
  pending: "承認待ち",
  approved: "承認済み",
  suspended: "停止中",
  denied: "拒否",
  premium: "プレミアム",
  "no-invite": "招待不可",
} as const;

/** All but the first look only at the latest 10,000 plays, reports or takedowns. */
export const memberSorts = {
  joined: "登録の新しい順",
  heard: "最近聴いた順",
  reports: "報告の多い順",
  takedowns: "公開停止の多い順",
} as const;

export type MemberSort = keyof typeof memberSorts;

export type MemberFilter = keyof typeof memberFilters;

export const membersPerPage = 10;

/** Numbered pages reach so far; a cursor leads further. Counts are exact up to here. */
export const maxNumberedRows = 10_000;

export const shortId = (id: string) => id.slice(0, 8);

export const membersPath = "/admin/members";

export const memberPath = (userId: string) => `/admin/users/${encodeURIComponent(userId)}`;

export const memberMessages = {
  notFound: "ユーザーが見つかりません",
  premiumUpdated: "プレミアム会員ステータスを更新しました",
  premiumFailed: "プレミアム会員ステータスの更新に失敗しました",
  inviteFailed: "招待権限の更新に失敗しました",
  deleteQuestion: (name: string) => `${name}を削除しますか？ この操作は取り消すことができません。`,
} as const;

export const defaultGrantDays = 30;

/** An address or its beginning is posted, so that it appears in no page's address. A user id may begin with "@". */
export const isEmailSearch = (text: string) => /^[^@]+@/.test(text.trim());

/** Private data has tabs of its own: it is shown only on request. */
export const memberTabs = {
  overview: "概要",
  history: "再生履歴",
  sessions: "端末",
  branch: "招待",
} as const;

export type MemberTab = keyof typeof memberTabs;
