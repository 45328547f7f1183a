import { type PushMessage, testGroupKey } from "#app/features/push/push.ts";
import { countUnread } from "../unread/count-unread.server.ts";
import { findUnreadGroup } from "./find-notifications.server.ts";
import { notificationText, pushTitle } from "./notification-texts.server.ts";

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
