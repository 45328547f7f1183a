/** The heading of a push message about a notification of a type; the sentence below tells the rest. */
export function pushTitle(type: string): string {
  if (type.startsWith("milestone_")) return "再生回数のお知らせ";
  return titles.get(type) ?? "新しいお知らせ";
}

const titles = new Map([
  ["follow", "新しいフォロワー"],
  ["like", "いいねが届きました"],
  ["playlist_add", "プレイリストに追加されました"],
  ["invitation_accepted", "招待した方が参加しました"],
]);
