/** Playlists of a free and of a premium member (spec 2 §9). */
export const playlistLimits = { free: 10, premium: 100 } as const;

/** What the alert at the limit says (spec 2 §5): first what is the matter, then what to do. */
export const limitMessages = {
  reached: "プレイリスト上限に達しています",
  free: `プレミアムにアップグレードすると、最大${playlistLimits.premium}個まで作成できます。`,
  premium: "新しく作成するには、既存のプレイリストを削除してください。",
} as const;
