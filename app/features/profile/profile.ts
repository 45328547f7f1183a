import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";

export interface EditableProfile {
  name: string;
  customUserId: string | null;
  picture: string | null;
  xHandle: string | null;
}

/** The form with a file needs no `intent`: it is the only multipart one. */
export const profileIntents = { save: "save", removePicture: "remove-picture" } as const;

/** Offered as avatars; any other single emoji can be typed. */
export const suggestedEmoji = ["🎧", "🎵", "📻", "🌙", "☕", "🌸", "🐈", "🚃"] as const;

export const profileMessages = {
  updated: "プロフィールを更新しました",
  saved: "変更が保存されました",
  pictureChanged: "プロフィール画像を更新しました",
  failedTitle: "更新に失敗しました",
  failed: "プロフィールの更新中にエラーが発生しました",
} as const;

/** The server's words where it gave a reason. */
export const describeProfileFailure = (formResult: FormResult): string =>
  formResult.status >= 400 && formResult.status < 500 ? firstMessage(formResult) : profileMessages.failed;

export const profileEditPath = "/profile/edit";

const customUserIdPattern = /^[A-Za-z0-9_-]*$/;

/** What is wrong with a ユーザーID's format (3–30 letters, digits, `-`, `_`); null for nothing. */
export function customUserIdProblem(text: string): string | null {
  if (!customUserIdPattern.test(text)) return "ユーザーIDは英数字、ハイフン、アンダースコアのみ使用可能です";
  if (text.length < 3) return "ユーザーIDは3文字以上で入力してください";
  if (text.length > 30) return "ユーザーIDは30文字以内で入力してください";
  return null;
}

export const customUserIdMessages = {
  available: "利用可能です",
  taken: "このユーザーIDは既に使われています",
  reserved: "このユーザーIDは使用できません",
  checkFailed: "確認中にエラーが発生しました",
} as const;

export const profileTabs = [
  { name: "favorites", label: "お気に入り" },
  { name: "playlists", label: "プレイリスト" },
  { name: "my-tracks", label: "投稿音声" },
] as const;

export type ProfileTab = (typeof profileTabs)[number]["name"];

/** The part that `?tab=` names, else the first. */
export function readProfileTab(asked: string | null): ProfileTab {
  return profileTabs.find(({ name }) => name === asked)?.name ?? "favorites";
}

export const profileTabPath = (tab: ProfileTab) => `/profile?tab=${tab}`;
