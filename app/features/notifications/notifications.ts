import type { notificationTypes } from "#db/schema/index.ts";

/** Play counts at which the owner of a track is notified. */
export const milestones = [100, 500, 1000, 5000, 10_000] as const;

type Milestone = (typeof milestones)[number];

export type NotificationEvent =
  | { type: "follow"; actorId: string }
  | { type: "like"; actorId: string; trackId: number }
  /** The member's track was added to a public playlist. */
  | { type: "playlist_add"; actorId: string; trackId: number; playlistId: number }
  | { type: `milestone_${Milestone}`; trackId: number }
  /** Somebody registered with the member's invitation. */
  | { type: "invitation_accepted"; actorId: string }
  /** The operator acted on the member's report of a track. It names no track: that may be hidden or gone. */
  | { type: "report_upheld"; reportKey: string }
  /** The operator found nothing wrong with the track that the member reported. */
  | { type: "report_declined"; reportKey: string; trackId: number }
  /** The operator takes the member's track down, or restores it. */
  | { type: "track_withheld" | "track_released"; trackId: number }
  /** Whom the member follows has published a track. */
  | { type: "followed_track"; actorId: string; trackId: number }
  /** A track that the member had planned is published. */
  | { type: "track_on_time"; trackId: number }
  /** A track that the member had planned could not be published. Of which task, and when: a plan may fail again. */
  | { type: "track_not_on_time"; plan: string }
  /** Whom the member had invited was not let in. Nobody is named: the account has no page. */
  | { type: "invitation_denied"; accountId: string };

/** The key by which an event notifies a member only once, however often it happens. */
export function dedupeKey(event: NotificationEvent): string {
  const { type } = event;
  switch (type) {
    case "follow":
    case "invitation_accepted":
      return `${type} ${event.actorId}`;
    case "invitation_denied":
      return `${type} ${event.accountId}`;
    case "like":
      return `${type} ${event.trackId} ${event.actorId}`;
    case "playlist_add":
      return `${type} ${event.playlistId} ${event.trackId}`;
    case "track_not_on_time":
      return `${type} ${event.plan}`;
    case "report_upheld":
    case "report_declined":
      return `${type} ${event.reportKey}`;
    default:
      return `${type} ${event.trackId}`;
  }
}

/**
 * The key of the group in which a notification is shown: the new followers of a day, the likes of one track of a day, the
 * tracks that the operator takes down or restores on a day, what followed members publish on a day; any other event is a group of
 * its own. `day` is YYYY-MM-DD in Asia/Tokyo.
 */
export function groupKey(event: NotificationEvent, day: string): string {
  switch (event.type) {
    case "follow":
      return `follow ${day}`;
    case "like":
      return `like ${event.trackId} ${day}`;
    case "track_withheld":
    case "track_released":
    case "followed_track":
      return `${event.type} ${day}`;
    default:
      return dedupeKey(event);
  }
}

/**
 * A group of notifications that is shown as one: the newest of them, and their counts. The actor is an approved member, and
 * the playlist is public.
 */
export interface NotificationGroup {
  /** Of the newest notification. */
  id: number;
  /** Unique per member (`groupKey`). */
  groupKey: string;
  type: (typeof notificationTypes)[number];
  /** All of them are read. */
  isRead: boolean;
  /** Of the newest notification. */
  createdAt: Date;
  /** Actor of the newest notification; null without one. */
  actorUserId: string | null;
  actorName: string | null;
  /** URL, path of an upload, or an emoji; null for none. */
  actorPicture: string | null;
  actorCustomUserId: string | null;
  trackId: number | null;
  trackTitle: string | null;
  /** Null also when the playlist is private by now. */
  playlistId: number | null;
  playlistName: string | null;
  groupSize: number;
  unreadCount: number;
}

/** A notification group as the screen shows it. */
export interface NotificationListItem {
  /** Of the newest notification. */
  id: number;
  groupKey: string;
  type: string;
  isUnread: boolean;
  unreadCount: number;
  groupSize: number;
  /** Actor of the newest notification, with whose name the sentence begins; null without one. */
  actor: { name: string; picture: string | null; path: string } | null;
  /** The sentence without the actor's name. */
  rest: string;
  path: string;
  /** ISO 8601. */
  createdAt: string;
  /** 「5分前」 */
  timeAgo: string;
}

/** A page of the list, newest first. */
export interface NotificationPage {
  notifications: readonly NotificationListItem[];
  /** Cursor of the next page; null on the last. */
  next: string | null;
}
