/** What a member edits of a playlist. */
export interface EditablePlaylist {
  id: number;
  name: string;
  categories: readonly string[];
  description: string | null;
  isPublic: boolean;
  publicSlug: string | null;
}

/** The fields of the form, in their order. */
export const playlistFields = ["name", "category", "description", "isPublic", "publicSlug"] as const;

/** The form's fields as the calls take them: what stands in the input of categories is one of them. */
export function playlistOfForm(fields: Record<string, unknown>) {
  const { name, category, categoryDraft, description, isPublic, publicSlug } = fields;
  return {
    name,
    category: [category, categoryDraft].filter((text) => typeof text === "string" && text !== "").join(","),
    description,
    isPublic: isPublic === undefined ? undefined : isPublic === "true",
    publicSlug,
  };
}

/** Words of what becomes of a playlist (spec 2 §8). */
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

/** Where one is edited and deleted without a dialog; `returnPath` is the page that leads there. */
export const editPathOf = (id: number, returnPath?: string) =>
  withReturn(`/playlists/${id}/edit`, returnPath);
export const deletePathOf = (id: number, returnPath?: string) =>
  withReturn(`/playlists/${id}/delete`, returnPath);

const withReturn = (path: string, returnPath: string | undefined) =>
  returnPath === undefined ? path : `${path}?${new URLSearchParams({ redirect: returnPath })}`;
