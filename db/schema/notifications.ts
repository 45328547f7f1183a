import {
  boolean,
  index,
  integer,
  primaryKey,
  serial,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import { playlists } from "./playlists.ts";
import { tracks } from "./tracks.ts";
import { sessions, userReference, users } from "./users.ts";

export const notificationTypes = [
  "follow",
  "like",
  "playlist_add",
  "milestone_100",
  "milestone_500",
  "milestone_1000",
  "milestone_5000",
  "milestone_10000",
  "invitation_accepted",
  "report_upheld",
  "report_declined",
  "track_withheld",
  "track_released",
  "invitation_denied",
  "followed_track",
  "track_on_time",
  "track_not_on_time",
] as const;

/** A notification of a member, written by the transaction of its event. */
export const notifications = table(
  "notifications",
  {
    id: serial(),
    userId: userReference(),
    type: text({ enum: notificationTypes }).notNull(),
    /** Account that caused it; null for milestones and for what the operator does. */
    actorId: text().references(() => users.id, { onDelete: "cascade" }),
    trackId: integer().references(() => tracks.id, { onDelete: "cascade" }),
    playlistId: integer().references(() => playlists.id, { onDelete: "cascade" }),
    /** Identifies the event: one row per member and event. */
    dedupeKey: text("cause").notNull(),
    /** Notifications with the same key are shown as one: same type, same track, same Tokyo day. */
    groupKey: text("bundle").notNull(),
    isRead: boolean().notNull().default(false),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("notifications_cause_unique").on(t.userId, t.dedupeKey),
    index("notifications_newest_index").on(t.userId, t.id),
    index("notifications_bundle_index").on(t.userId, t.groupKey, t.id),
    index("notifications_unread_index").on(t.userId, t.isRead, t.id),
    index("notifications_actor_index").on(t.actorId),
    index("notifications_track_index").on(t.trackId),
    index("notifications_playlist_index").on(t.playlistId),
    index("notifications_created_index").on(t.createdAt),
  ],
);

/** A browser's push subscription. It ends with the session of its device. */
export const pushSubscriptions = table(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    userId: userReference(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text().notNull(),
    /** Keys of the browser, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint_unique").on(t.endpoint),
    index("push_subscriptions_user_index").on(t.userId),
    index("push_subscriptions_session_index").on(t.sessionId),
  ],
);

/**
 * Outbox of push messages. The text is composed when it is sent, from the unread notifications of its group. After sending
 * the row waits for the minimum interval: further notifications of the group raise `version` and are sent after it; a row
 * without any is deleted. The row is the truth, the queue's job only carries it.
 */
export const pushDeliveries = table(
  "push_deliveries",
  {
    subscriptionId: text()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** A notification group, or `test`. */
    groupKey: text("bundle").notNull(),
    /** Incremented by every notification of the group, so that one that arrives during sending is not lost. */
    version: integer().notNull().default(1),
    /** The version sent last; nothing is pending where it equals `version`. */
    sentVersion: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Not sent before this time; after sending, the end of the minimum interval. */
    dueAt: timestamp().notNull(),
    /** Time of the latest notification; delivery is given up a day later. */
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.groupKey] }),
    index("push_deliveries_due_index").on(t.dueAt),
  ],
);
