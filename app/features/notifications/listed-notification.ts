import { timeAgo } from "#app/lib/time-ago.ts";
import { profilePath } from "../people/profile-path.ts";
import type { Bundle } from "./bundle.ts";
import { notificationText } from "./notification-text.ts";

/** A bundle of notifications as the screen shows it, in words of the server's. */
export interface ListedNotification {
  /** Of the newest of the bundle. */
  id: number;
  bundle: string;
  type: string;
  isUnread: boolean;
  unreadCount: number;
  count: number;
  /** Who did it last, with whom the sentence begins; null for what nobody did. */
  actor: { name: string; picture: string | null; path: string } | null;
  rest: string;
  path: string;
  /** ISO 8601, and 「5分前」. */
  at: string;
  ago: string;
}

/** Notifications from the newest, or from a cursor, on. */
export interface NotificationPage {
  notifications: readonly ListedNotification[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

export function listedNotification(shown: Bundle, now: Date): ListedNotification {
  const { id, bundle, type, isRead, unreadCount, bundleCount, createdAt } = shown;
  const { actor, rest, path } = notificationText(shown);
  return {
    id,
    bundle,
    type,
    isUnread: !isRead,
    unreadCount,
    count: bundleCount,
    actor:
      actor === null
        ? null
        : {
            name: actor,
            picture: shown.actorPicture,
            path: profilePath({ id: shown.actorUserId ?? "", customUserId: shown.actorCustomUserId }),
          },
    rest,
    path,
    at: createdAt.toISOString(),
    ago: timeAgo(createdAt, now),
  };
}
