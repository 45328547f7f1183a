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
import { sessions, users } from "./users.ts";

/** What members are told about (spec 2 §4, "Notifications"). */
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
] as const;

/** One thing that happened to a member, written by the transaction that made it happen. */
export const notifications = table(
  "notifications",
  {
    id: serial(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: notificationTypes }).notNull(),
    /** Who did it; null for milestones. */
    actorId: text().references(() => users.id, { onDelete: "cascade" }),
    trackId: integer().references(() => tracks.id, { onDelete: "cascade" }),
    playlistId: integer().references(() => playlists.id, { onDelete: "cascade" }),
    /** Names what happened: it is told once, however often it happens. */
    cause: text().notNull(),
    /** What is shown as one: the same kind of thing about the same track on the same Tokyo day. */
    bundle: text().notNull(),
    isRead: boolean().notNull().default(false),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("notifications_cause_unique").on(t.userId, t.cause),
    index("notifications_newest_index").on(t.userId, t.id),
    index("notifications_bundle_index").on(t.userId, t.bundle, t.id),
    index("notifications_unread_index").on(t.userId, t.isRead, t.id),
    index("notifications_actor_index").on(t.actorId),
    index("notifications_track_index").on(t.trackId),
    index("notifications_playlist_index").on(t.playlistId),
    index("notifications_created_index").on(t.createdAt),
  ],
);

/** A browser that asked for push messages. It ends with the session of its device. */
export const pushSubscriptions = table(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
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
 * A push message that is due. What it says is made up when it is sent, of the unread notifications of its bundle. Once the
 * push service has taken it, the row rests: what joins waits until that is over, and a row that nothing has joined goes.
 * The row is the truth, the queue's job only its vehicle.
 */
export const pushDeliveries = table(
  "push_deliveries",
  {
    subscriptionId: text()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** A bundle of notifications, or `test`. */
    bundle: text().notNull(),
    /** Grows with every notification that joins, so that one that came while a message was sent is not lost. */
    version: integer().notNull().default(1),
    /** The version that was sent last: nothing waits where it is `version`. */
    sentVersion: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Not sent before; after sending, the end of the rest. */
    dueAt: timestamp().notNull(),
    /** When the latest notification joined: a day after that it is given up. */
    createdAt: timestamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.bundle] }),
    index("push_deliveries_due_index").on(t.dueAt),
  ],
);
