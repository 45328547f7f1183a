import { notificationText } from "#app/features/notifications/notification-text.ts";
import { countUnread } from "#app/features/notifications/server/count-unread.server.ts";
import { findUnreadBundle } from "#app/features/notifications/server/find-unread-bundle.server.ts";
import { fitText } from "../fit-text.ts";
import type { PushMessage } from "../push-message.ts";
import { pushTitle } from "../push-title.ts";
import { testBundle } from "../test-bundle.ts";

/** Bytes of UTF-8. Push services take 4 KB, with what JSON and encryption add: at most 3 KB are handed to them. */
const longestTitle = 200;
const longestBody = 1000;

/**
 * What a message about a bundle says now: it tells of the member's notifications in it that are not read. Null when there is
 * none any more.
 */
export async function composePush(options: { userId: string; bundle: string }): Promise<PushMessage | null> {
  const { userId, bundle } = options;
  if (bundle === testBundle) return testMessage(await countUnread({ userId }));
  const told = await findUnreadBundle({ userId, bundle });
  if (!told) return null;
  const { text, path } = notificationText(told);
  return {
    title: fitText(pushTitle(told.type), longestTitle),
    body: fitText(text, longestBody),
    url: path,
    tag: bundle,
    badge: await countUnread({ userId }),
    isTest: false,
  };
}

const testMessage = (badge: number): PushMessage => ({
  title: "テスト通知",
  body: "この端末に通知が届くようになっています。",
  url: "/settings",
  tag: testBundle,
  badge,
  isTest: true,
});
