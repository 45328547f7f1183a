export const themeStatuses = ["pending", "approved", "rejected"] as const;
export type ThemeStatus = (typeof themeStatuses)[number];

export const statusNames: Record<ThemeStatus, string> = {
  pending: "審査中",
  approved: "承認済み",
  rejected: "不採用",
};

const moves: Record<ThemeStatus, readonly ThemeStatus[]> = {
  pending: ["approved", "rejected"],
  approved: ["rejected"],
  rejected: [],
};

export function canTransition(from: ThemeStatus, to: ThemeStatus): boolean {
  return moves[from].includes(to);
}

export const themesPath = "/admin/themes";

export const themesPerPage = 10;
const shownContentLength = 150;
/** In UTF-16 units. */
export const maxUrlLength = 500;
export const maxSourceTextLength = 20_000;

export const themeMessages = {
  extractFailed: "テーマの抽出に失敗しました",
  statusFailed: "ステータスの更新に失敗しました",
  startFailed: "タスクの追加に失敗しました",
} as const;

/** Never splits a character. */
export function shortContent(content: string): string {
  const characters = [...content];
  return characters.length > shownContentLength
    ? `${characters.slice(0, shownContentLength).join("")}…`
    : content;
}
