import { sql } from "drizzle-orm";
import { index, integer, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { trackReference, tracks } from "./tracks.ts";
import { users } from "./users.ts";

/** How a message was closed: with a reply by email, or without one. */
const messageOutcomes = ["answered", "handled"] as const;

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
    /** When it was closed; null while open, also after it was reopened. */
    handledAt: timestamp(),
    /** Null while open. */
    outcome: text({ enum: messageOutcomes }),
    /** Raised by every reply and change of state: what was decided about an older version is refused. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index("contact_messages_created_index").on(t.createdAt, t.id),
    index("contact_messages_open_index").on(t.createdAt, t.id).where(sql`handled_at is null`),
    index("contact_messages_outcome_index").on(t.outcome, t.handledAt, t.id),
    index("contact_messages_email_index").on(sql`lower(email)`, t.createdAt),
    index("contact_messages_user_index").on(t.userId),
  ],
);

export const reportReasons = ["copyright", "privacy", "violence", "false", "spam", "other"] as const;

/** What the operator did about a report: nothing, or something about the track or its author's account. */
const reportOutcomes = ["none", "withheld", "deleted", "denied"] as const;

/** Reports of tracks by listeners. They go with the track. */
export const trackReports = table(
  "track_reports",
  {
    id: serial(),
    trackId: trackReference(),
    /** Null for visitors, and when the member is deleted. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    reason: text({ enum: reportReasons }).notNull(),
    comment: text().notNull().default(""),
    /** Index of the line of the script that it is about, and how that began then; null and empty for the whole track. */
    line: integer(),
    quote: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    /** When it was closed; null while open, also after it was reopened. */
    handledAt: timestamp(),
    /** Null while open. */
    outcome: text({ enum: reportOutcomes }),
  },
  (t) => [
    uniqueIndex("track_reports_once_unique").on(t.trackId, t.userId),
    index("track_reports_created_index").on(t.createdAt, t.id),
    index("track_reports_open_index").on(t.createdAt, t.id).where(sql`handled_at is null`),
    index("track_reports_handled_index").on(t.handledAt, t.id).where(sql`handled_at is not null`),
    index("track_reports_track_index").on(t.trackId, t.handledAt, t.createdAt, t.id),
    index("track_reports_user_index").on(t.userId),
  ],
);

/** Entries of a case: a reply by email, an internal note, its closing, its reopening. */
export const caseEntryKinds = ["reply", "note", "handle", "reopen"] as const;

/** What operators wrote and did about a contact message, or about the reports of a track, which are one case. */
export const caseEntries = table(
  "case_entries",
  {
    id: serial(),
    /** One of the two is set. */
    contactMessageId: integer().references(() => contactMessages.id, { onDelete: "cascade" }),
    trackId: integer().references(() => tracks.id, { onDelete: "cascade" }),
    kind: text({ enum: caseEntryKinds }).notNull(),
    /** Who: the name of the admin, or `operator` for a command. */
    author: text().notNull(),
    /** Of a closing. */
    outcome: text({ enum: [...messageOutcomes, ...reportOutcomes] }),
    /** A reply as it was sent, a note, or the reason of a closing; empty for none. */
    text: text().notNull().default(""),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("case_entries_message_index").on(t.contactMessageId, t.id),
    index("case_entries_track_index").on(t.trackId, t.id),
  ],
);

/** Texts that operators begin a reply with. */
export const replyTemplates = table("reply_templates", {
  id: serial(),
  title: text().notNull(),
  /** With places such as {名前} (`fillReplyTemplate`). */
  text: text().notNull(),
  updatedAt: timestamp().notNull(),
});

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
    index("emails_failed_index").on(t.createdAt, t.id).where(sql`error is not null`),
    index("emails_user_index").on(t.userId),
  ],
);
