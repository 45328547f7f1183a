/** Words and address of deleting a track (spec 2 §5, §8). */
export const trackDeletion = {
  question: "この音声を削除しますか？この操作は取り消せません。",
  done: "音声を削除しました",
  failed: "削除に失敗しました。もう一度お試しください。",
  /** `returnPath`: the page that the question is asked from. */
  pathOf: (trackId: number, returnPath: string) =>
    `/profile/delete-track/${trackId}?${new URLSearchParams({ redirect: returnPath })}`,
} as const;
