export const maxNameLength = 50;
export const maxDescriptionLength = 500;

export const nameMessages = {
  missing: "プレイリスト名は必須です",
  tooLong: `プレイリスト名は${maxNameLength}文字以内で入力してください`,
} as const;

export interface EditablePlaylist {
  id: number;
  name: string;
  categories: readonly string[];
  description: string | null;
  isPublic: boolean;
  publicSlug: string | null;
}

export const playlistMessages = {
  failedTitle: "エラー",
  created: "プレイリストを作成しました",
  createFailed: "プレイリストの作成に失敗しました",
  saved: "プレイリストを更新しました",
  saveFailed: "プレイリストの更新に失敗しました",
  deleted: "プレイリストを削除しました",
  deleteFailed: "削除に失敗しました。もう一度お試しください。",
  deleteQuestion: "このプレイリストを削除しますか？この操作は取り消せません。",
  deleteKeeps: "中の音声そのものは削除されません。",
} as const;

/** Pages that edit and delete without a dialog; they lead back to `returnPath`. */
export const editPlaylistPath = (id: number, returnPath?: string) =>
  withReturnPath(`/playlists/${id}/edit`, returnPath);
export const deletePlaylistPath = (id: number, returnPath?: string) =>
  withReturnPath(`/playlists/${id}/delete`, returnPath);

const withReturnPath = (path: string, returnPath: string | undefined) =>
  returnPath === undefined ? path : `${path}?${new URLSearchParams({ redirect: returnPath })}`;
