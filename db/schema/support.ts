import { sql } from "drizzle-orm";
import { index, integer, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";

/** Messages of the contact form. A member's are deleted with the account. */
export const contactMessages = table(
  "contact_messages",
  {
    id: serial(),
    /** Null for visitors. */
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

/** Reports of tracks by listeners. */
export const trackReports = table(
  "track_reports",
  {
    id: serial(),
    trackId: integer()
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** Null for visitors, and when the member is deleted. */
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
 * Outbox of emails. A row is deleted once the mail server has accepted it; one that was given up stays with its `error`. The
 * row is the truth, the queue's job only carries it.
 */
export const emails = table(
  "emails",
  {
    /** Also the Message-ID, so that an email sent twice is recognised as one. */
    id: text().primaryKey(),
    /** The account that it is about: deleted with it. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    to: text().notNull(),
    replyTo: text(),
    template: text().notNull(),
    /** Values of the template. */
    values: json<Record<string, string>>().notNull(),
    attempts: integer().notNull().default(0),
    /** Not sent before this time. */
    dueAt: timestamp().notNull(),
    /** Why it was given up; null while pending. */
    error: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("emails_due_index").on(t.dueAt).where(sql`error is null`),
    index("emails_user_index").on(t.userId),
  ],
);
