/** What a member edits of themselves. */
export interface EditableProfile {
  name: string;
  customUserId: string | null;
  /** Uploaded path, URL or emoji; null for none. */
  picture: string | null;
  xHandle: string | null;
}

/** What the edit page's forms ask for; the one with a file says so by its kind. */
export const profileIntents = { save: "save", removePicture: "remove-picture" } as const;

/** Offered as avatars; any other single emoji can be typed. */
export const suggestedEmoji = ["🎧", "🎵", "📻", "🌙", "☕", "🌸", "🐈", "🚃"] as const;

/** What a change of the profile ends in (spec 2 §8). */
export const profileMessages = {
  updated: "プロフィールを更新しました",
  saved: "変更が保存されました",
  pictureChanged: "プロフィール画像を更新しました",
  failedTitle: "更新に失敗しました",
  failed: "プロフィールの更新中にエラーが発生しました",
} as const;

/** What the fields of the edit form are called, in their order. */
export const profileFields = ["name", "customUserId", "picture", "emoji", "xHandle"] as const;

export const editPath = "/profile/edit";

/** The edit form's fields as the call takes them: a typed emoji wins over the chosen picture. */
export function profileOfForm(fields: Record<string, unknown>) {
  const { name, customUserId, picture, emoji, xHandle } = fields;
  return {
    name,
    customUserId,
    picture: typeof emoji === "string" && emoji.trim() ? emoji : picture,
    xHandle,
  };
}

/** The server's messages by the form's fields: about the picture they are about the emoji, where one was typed. */
export function errorsOfForm(fields: Record<string, string[]>, emoji: unknown): Record<string, string[]> {
  const { picture, ...others } = fields;
  if (!picture) return fields;
  return { ...others, [typeof emoji === "string" && emoji.trim() ? "emoji" : "picture"]: picture };
}
