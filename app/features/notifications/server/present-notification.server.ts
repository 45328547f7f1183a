import type { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import type { notificationReply } from "../notifications.schema.ts";
import type { NotificationListItem } from "../notifications.ts";
import type { NotificationGroup } from "./find-notifications.server.ts";
import { notificationText } from "./notification-texts.server.ts";

/** A group in the API. */
export function presentNotification(group: NotificationGroup): z.infer<typeof notificationReply> {
  const { groupKey: _, unreadCount: __, announcement: ___, groupSize, createdAt, ...fields } = group;
  return {
    ...fields,
    bundleCount: groupSize,
    createdAt: createdAt.toISOString(),
    text: notificationText(group).text,
  };
}

/** A group on the screen. */
export function toNotificationListItem(group: NotificationGroup, now: Date): NotificationListItem {
  const { id, groupKey, type, isRead, unreadCount, groupSize, createdAt } = group;
  const { actor, rest, path } = notificationText(group);
  return {
    id,
    groupKey,
    type,
    isUnread: !isRead,
    unreadCount,
    groupSize,
    actor:
      actor === null
        ? null
        : {
            name: actor,
            picture: group.actorPicture,
            path: profilePath({ id: group.actorUserId ?? "", customUserId: group.actorCustomUserId }),
          },
    rest,
    path,
    createdAt: createdAt.toISOString(),
    timeAgo: formatTimeAgo(createdAt, now),
  };
}
