import { sql } from "drizzle-orm";
import { index, integer, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";

/** What somebody wrote by the contact form; for the admin console. A member's go with their account. */
export const contactMessages = table(
  "contact_messages",
  {
    id: serial(),
    /** Null for a visitor's. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    createdAt: timestamp().notNull(),
    handledAt: timestamp(),
  },
  (t) => [
    index("contact_messages_created_index").on(t.createdAt, t.id),
    index("contact_messages_user_index").on(t.userId),
  ],
);

export const reportReasons = ["copyright", "privacy", "violence", "false", "spam", "other"] as const;

/** That a listener thinks a track should be looked at; for the admin console. */
export const trackReports = table(
  "track_reports",
  {
    id: serial(),
    trackId: integer()
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** Null for a visitor's, and when the member has left. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    reason: text({ enum: reportReasons }).notNull(),
    comment: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    handledAt: timestamp(),
  },
  (t) => [
    uniqueIndex("track_reports_once_unique").on(t.trackId, t.userId),
    index("track_reports_created_index").on(t.createdAt, t.id),
    index("track_reports_user_index").on(t.userId),
  ],
);

/**
 * A letter that is due. It is deleted once the mail server has taken it; one that never will be taken stays with the
 * `error`. The row is the truth, the queue's job only its vehicle.
 */
export const emails = table(
  "emails",
  {
    /** Also its Message-ID, so that a letter that was sent twice is known as one. */
    id: text().primaryKey(),
    /** Whom it is about: it goes with the account. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    to: text().notNull(),
    replyTo: text(),
    template: text().notNull(),
    /** What the template is filled with. */
    values: json<Record<string, string>>().notNull(),
    attempts: integer().notNull().default(0),
    /** Not sent before. */
    dueAt: timestamp().notNull(),
    /** Why it was given up; null while it is due. */
    error: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("emails_due_index").on(t.dueAt).where(sql`error is null`),
    index("emails_user_index").on(t.userId),
  ],
);
