export const milestones = [100, 500, 1000, 5000, 10_000] as const;

type Milestone = (typeof milestones)[number];

export type NotificationEvent =
  | { type: "follow"; actorId: string }
  | { type: "like"; actorId: string; trackId: number }
  | { type: "playlist_add"; actorId: string; trackId: number; playlistId: number }
  | { type: `milestone_${Milestone}`; trackId: number }
  | { type: "invitation_accepted"; actorId: string }
  | { type: "report_upheld"; reportKey: string }
  /** Without ids it was about a member, who is not named. */
  | { type: "report_declined"; reportKey: string; trackId?: number; playlistId?: number }
  | { type: "track_withheld" | "track_released"; trackId: number }
  /** `playlist_reset`: its words were taken out. */
  | { type: "playlist_withheld" | "playlist_released" | "playlist_reset"; playlistId: number }
  /** `resetKey` tells one act from another. */
  | { type: "profile_reset"; resetKey: string }
  | { type: "followed_track"; actorId: string; trackId: number }
  | { type: "track_on_time"; trackId: number }
  /** `plan`: which task and when, because a plan may fail again. */
  | { type: "track_not_on_time"; plan: string }
  /** To another sign-in. */
  | { type: "sign_in_move"; moveId: number }
  | { type: "announcement"; announcementId: number }
  /** No name: the account has no page. */
  | { type: "invitation_denied"; accountId: string };

/** What has texts and an icon of its own: the milestones are one. */
export type NotificationKind = Exclude<NotificationEvent["type"], `milestone_${Milestone}`> | "milestone";

/** Of a stored type, which a later version may have written. */
export const kindOf = (type: string): string => (/^milestone_\d+$/.test(type) ? "milestone" : type);

/** The key by which an event notifies a member only once. */
export function dedupeKey(event: NotificationEvent): string {
  const { type } = event;
  switch (type) {
    case "follow":
    case "invitation_accepted":
      return `${type} ${event.actorId}`;
    case "invitation_denied":
      return `${type} ${event.accountId}`;
    case "sign_in_move":
      return `${type} ${event.moveId}`;
    case "like":
      return `${type} ${event.trackId} ${event.actorId}`;
    case "playlist_add":
      return `${type} ${event.playlistId} ${event.trackId}`;
    case "track_not_on_time":
      return `${type} ${event.plan}`;
    case "announcement":
      return `${type} ${event.announcementId}`;
    case "report_upheld":
    case "report_declined":
      return `${type} ${event.reportKey}`;
    case "profile_reset":
      return `${type} ${event.resetKey}`;
    case "playlist_withheld":
    case "playlist_released":
    case "playlist_reset":
      return `${type} ${event.playlistId}`;
    default:
      return `${type} ${event.trackId}`;
  }
}

/**
 * The group of a notification, whose events are one row: followers of a day, likes of a track on a day, takedowns and restores of
 * tracks on a day, tracks by followed members on a day. Any other event stands alone. `day`: YYYY-MM-DD in Asia/Tokyo.
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

export interface NotificationListItem {
  id: number;
  groupKey: string;
  type: string;
  isUnread: boolean;
  unreadCount: number;
  groupSize: number;
  /** Begins the sentence; null without an actor. */
  actor: { name: string; picture: string | null; path: string } | null;
  rest: string;
  path: string;
  createdAt: string;
  timeAgo: string;
}

export interface NotificationPage {
  notifications: readonly NotificationListItem[];
  next: string | null;
}
