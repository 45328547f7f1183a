import { type PushMessage, testGroupKey } from "#app/features/push/push.ts";
import { countUnread } from "../unread/count-unread.server.ts";
import { findUnreadGroup } from "./find-notifications.server.ts";
import { notificationText } from "./present-notification.server.ts";

/** A group's unread notifications as one sentence; null when all are read. `testGroupKey` gives a test message. */
export async function composePushMessage(options: {
  userId: string;
  groupKey: string;
}): Promise<PushMessage | null> {
  const { userId, groupKey } = options;
  if (groupKey === testGroupKey) return testMessage(await countUnread({ userId }));
  const group = await findUnreadGroup({ userId, groupKey });
  if (!group) return null;
  const { text, path } = notificationText(group);
  return {
    title: pushTitle(group.type),
    body: text,
    url: path,
    tag: groupKey,
    badge: await countUnread({ userId }),
    isTest: false,
  };
}

const testMessage = (badge: number): PushMessage => ({
  title: "テスト通知",
  body: "この端末に通知が届くようになっています。",
  url: "/settings",
  tag: testGroupKey,
  badge,
  isTest: true,
});

function pushTitle(type: string): string {
  if (type.startsWith("milestone_")) return "再生回数のお知らせ";
  return titles.get(type) ?? "新しいお知らせ";
}

const titles = new Map([
  ["follow", "新しいフォロワー"],
  ["like", "いいねが届きました"],
  ["playlist_add", "プレイリストに追加されました"],
  ["invitation_accepted", "招待した方が参加しました"],
  ["report_upheld", "ご報告への対応"],
  ["report_declined", "ご報告への対応"],
  ["track_withheld", "音声の公開停止"],
  ["track_released", "音声の公開停止の解除"],
  ["track_on_time", "予定の公開"],
  ["track_not_on_time", "予定の公開"],
  ["profile_reset", "プロフィールについてのお知らせ"],
  ["playlist_withheld", "プレイリストの公開停止"],
  ["playlist_released", "プレイリストの公開停止の解除"],
  ["playlist_reset", "プレイリストについてのお知らせ"],
  ["followed_track", "フォロー中の新着"],
  ["sign_in_move", "ログインの移し替え"],
  ["announcement", "運営からのお知らせ"],
  ["invitation_denied", "招待についてのお知らせ"],
]);
