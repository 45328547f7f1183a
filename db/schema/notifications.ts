import { sql } from "drizzle-orm";
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
import { announcements } from "./announcements.ts";
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
  "profile_reset",
  "playlist_withheld",
  "playlist_released",
  "playlist_reset",
  "invitation_denied",
  "followed_track",
  "track_on_time",
  "track_not_on_time",
  "sign_in_move",
  "announcement",
] as const;

/** Written by its event's transaction. */
export const notifications = table(
  "notifications",
  {
    id: serial(),
    userId: userReference(),
    type: text({ enum: notificationTypes }).notNull(),
    /** Null for milestones and the operator's acts. */
    actorId: text().references(() => users.id, { onDelete: "cascade" }),
    trackId: integer().references(() => tracks.id, { onDelete: "cascade" }),
    playlistId: integer().references(() => playlists.id, { onDelete: "cascade" }),
    announcementId: integer().references(() => announcements.id, { onDelete: "cascade" }),
    /** One row per member and event. */
    dedupeKey: text("cause").notNull(),
    /** Shown as one: same type, track and Tokyo day. */
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
    index("notifications_announcement_index").on(t.announcementId).where(sql`announcement_id is not null`),
    index("notifications_created_index").on(t.createdAt),
  ],
);

/** Who wants a day's unread notifications by email. */
export const digestEmails = table(
  "digest_emails",
  {
    userId: userReference().primaryKey(),
    /** In the email's link that stops it without a sign-in. */
    token: text().notNull(),
    dueAt: timestamp().notNull(),
    /** The newest notification when the last one was due, or when it was asked for: later ones are told. */
    toldId: integer().notNull(),
  },
  (t) => [
    uniqueIndex("digest_emails_token_unique").on(t.token),
    index("digest_emails_due_index").on(t.dueAt),
  ],
);

/** Ends with its device's session. */
export const pushSubscriptions = table(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    /** One browser may be a member's and an operator's: each has a row. */
    audience: text({ enum: ["member", "operator"] })
      .notNull()
      .default("member"),
    /** Member and session, or the operator; null for the other audience. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    sessionId: text().references(() => sessions.id, { onDelete: "cascade" }),
    /** No reference: the first administrator has no row. */
    operatorId: text(),
    /** An operator's browser, which outlives the login; a member's is that of the session. */
    deviceInfo: text(),
    endpoint: text().notNull(),
    /** The browser's, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint_unique").on(t.endpoint, t.audience),
    index("push_subscriptions_user_index").on(t.userId),
    index("push_subscriptions_operator_index").on(t.operatorId),
    index("push_subscriptions_session_index").on(t.sessionId),
  ],
);

/**
 * Outbox of push messages. The text is composed from the group's unread notifications when sent. The row then waits for the
 * minimum interval: new notifications raise `version` and follow; without any it is deleted. The row is the truth, the queue's
 * job only carries it.
 */
export const pushDeliveries = table(
  "push_deliveries",
  {
    subscriptionId: text()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** A notification group, or `test`. */
    groupKey: text("bundle").notNull(),
    /** Raised by every notification, so that one that arrives during sending is not lost. */
    version: integer().notNull().default(1),
    /** Equals `version` if nothing is pending. */
    sentVersion: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Not sent before; after sending, the end of the minimum interval. */
    dueAt: timestamp().notNull(),
    /** Of the latest notification; delivery is given up a day later. */
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.groupKey] }),
    index("push_deliveries_due_index").on(t.dueAt),
  ],
);
