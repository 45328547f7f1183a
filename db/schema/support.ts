import { sql } from "drizzle-orm";
import { index, integer, json, primaryKey, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { bulkRuns } from "./admin.ts";
import { playlists } from "./playlists.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";

/** With or without a reply by email. */
const messageOutcomes = ["answered", "handled"] as const;

/** A member's are deleted with the account. */
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
    /** Null while open, also after reopening. */
    handledAt: timestamp(),
    /** Null while open. */
    outcome: text({ enum: messageOutcomes }),
    /** Raised by replies and changes of state: decisions about older versions are refused. */
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

export const reportReasons = [
  "copyright",
  "privacy",
  "impersonation",
  "violence",
  "false",
  "spam",
  "other",
] as const;

/** About the subject, its words or the account; or nothing. */
const reportOutcomes = ["none", "withheld", "deleted", "denied", "reset"] as const;

/** Of a report or case: a track, member or playlist. The row goes with it. */
const subjectReferences = () => ({
  trackId: integer().references(() => tracks.id, { onDelete: "cascade" }),
  memberId: text().references(() => users.id, { onDelete: "cascade" }),
  playlistId: integer().references(() => playlists.id, { onDelete: "cascade" }),
});

/** Exactly one of the three subjects is set. */
export const trackReports = table(
  "track_reports",
  {
    id: serial(),
    ...subjectReferences(),
    /** Null for visitors and deleted members. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    reason: text({ enum: reportReasons }).notNull(),
    comment: text().notNull().default(""),
    /** The script line's index and beginning then; null and empty for the whole track. */
    line: integer(),
    quote: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    /** Null while open, also after reopening. */
    handledAt: timestamp(),
    /** Null while open. */
    outcome: text({ enum: reportOutcomes }),
  },
  (t) => [
    uniqueIndex("track_reports_once_unique").on(t.trackId, t.userId),
    uniqueIndex("track_reports_member_once_unique").on(t.memberId, t.userId),
    uniqueIndex("track_reports_playlist_once_unique").on(t.playlistId, t.userId),
    index("track_reports_created_index").on(t.createdAt, t.id),
    index("track_reports_open_index").on(t.createdAt, t.id).where(sql`handled_at is null`),
    index("track_reports_handled_index").on(t.handledAt, t.id).where(sql`handled_at is not null`),
    index("track_reports_track_index").on(t.trackId, t.handledAt, t.createdAt, t.id),
    index("track_reports_member_index").on(t.memberId, t.handledAt, t.createdAt, t.id),
    index("track_reports_playlist_index").on(t.playlistId, t.handledAt, t.createdAt, t.id),
    index("track_reports_user_index").on(t.userId),
  ],
);

export const objectionParties = ["right-holder", "person", "voice", "representative", "other"] as const;
export const objectionDemands = ["take-down", "correct", "other"] as const;
/** `restored`: only of a case that an author opened. */
const objectionOutcomes = ["taken-down", "rejected", "settled", "restored"] as const;
const appealOutcomes = ["upheld", "restored"] as const;

/**
 * Of anyone whose rights a track, playlist, member or clip harms. Its texts are removed after a time, or with the objector's
 * account (`erasedAt`); the row stays for the figures of its year.
 */
export const objections = table(
  "objections",
  {
    id: serial(),
    receipt: text().notNull(),
    /** With the receipt it opens the objector's page; emails bring it again. Empty once erased. */
    token: text().notNull(),
    /** Null for visitors and deleted members. */
    userId: text().references(() => users.id, { onDelete: "set null" }),
    /** `author`: of what an operator took down without an objection, who appeals. `token` is empty: `/appeal` shows it. */
    party: text({ enum: [...objectionParties, "author"] }).notNull(),
    demand: text({ enum: objectionDemands }).notNull(),
    /** As it was typed. */
    target: text().notNull(),
    /** What `target` names: one of these, or none. */
    trackId: integer().references(() => tracks.id, { onDelete: "set null" }),
    memberId: text().references(() => users.id, { onDelete: "set null" }),
    playlistId: integer().references(() => playlists.id, { onDelete: "set null" }),
    name: text().notNull(),
    email: text().notNull(),
    explanation: text().notNull(),
    createdAt: timestamp().notNull(),
    /** Until when it is decided; a message after the decision sets it anew. */
    dueAt: timestamp().notNull(),
    /** Null while open, also after reopening. */
    closedAt: timestamp(),
    /** Null while open. */
    outcome: text({ enum: objectionOutcomes }),
    /** The first time that the author of what was taken down asked to have it looked at again, which opens the case. */
    appealedAt: timestamp(),
    /** Whether the takedown stayed; null while the appeal is open. */
    appealOutcome: text({ enum: appealOutcomes }),
    erasedAt: timestamp(),
    /** Raised by all but notes: decisions about older versions are refused. */
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex("objections_receipt_unique").on(t.receipt),
    index("objections_open_index").on(t.dueAt, t.id).where(sql`closed_at is null`),
    index("objections_received_open_index").on(t.createdAt).where(sql`closed_at is null`),
    index("objections_closed_index").on(t.closedAt, t.id).where(sql`closed_at is not null`),
    index("objections_kept_index").on(t.closedAt).where(sql`erased_at is null`),
    index("objections_created_index").on(t.createdAt),
    index("objections_user_index").on(t.userId),
    index("objections_track_index").on(t.trackId),
    index("objections_member_index").on(t.memberId),
    index("objections_playlist_index").on(t.playlistId),
  ],
);

/** What a file of evidence was found to be by its bytes. */
export const evidenceTypes = ["png", "jpg", "webp", "pdf", "txt", "mp3", "wav"] as const;

/** Evidence that an objector sent. Goes with the texts of its objection. */
export const objectionFiles = table(
  "objection_files",
  {
    id: serial(),
    objectionId: integer()
      .notNull()
      .references(() => objections.id, { onDelete: "cascade" }),
    /** In the file storage. */
    key: text().notNull(),
    /** As the objector's device named it, without what a file system or a reader could mistake. */
    name: text().notNull(),
    type: text({ enum: evidenceTypes }).notNull(),
    bytes: integer().notNull(),
    /** The same file sent again to the same case is one. */
    sha256: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("objection_files_once_unique").on(t.objectionId, t.sha256),
    uniqueIndex("objection_files_key_unique").on(t.key),
  ],
);

/**
 * A reply by email, an internal note, closing, reopening; `message`: of the objector; `appeal`: of the author, and the reply to
 * it.
 */
export const caseEntryKinds = [
  "reply",
  "note",
  "handle",
  "reopen",
  "message",
  "appeal",
  "appeal-reply",
] as const;

/** For a contact message, an objection, or all reports of one subject, which are one case. */
export const caseEntries = table(
  "case_entries",
  {
    id: serial(),
    /** One of these, or a report's subject. */
    contactMessageId: integer().references(() => contactMessages.id, { onDelete: "cascade" }),
    objectionId: integer().references(() => objections.id, { onDelete: "cascade" }),
    ...subjectReferences(),
    kind: text({ enum: caseEntryKinds }).notNull(),
    /** The admin's name, `operator` for a command, or who wrote to us. */
    author: text().notNull(),
    /** Of a closing. */
    outcome: text({ enum: [...messageOutcomes, ...reportOutcomes, ...objectionOutcomes] }),
    /** A sent reply, a note, or a closing's reason; empty for none. */
    text: text().notNull().default(""),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("case_entries_message_index").on(t.contactMessageId, t.id),
    index("case_entries_objection_index").on(t.objectionId, t.id),
    index("case_entries_track_index").on(t.trackId, t.id),
    index("case_entries_member_index").on(t.memberId, t.id),
    index("case_entries_playlist_index").on(t.playlistId, t.id),
  ],
);

/** Beginnings of operators' replies. */
export const replyTemplates = table("reply_templates", {
  id: serial(),
  title: text().notNull(),
  /** With places such as {名前} (`fillReplyTemplate`). */
  text: text().notNull(),
  updatedAt: timestamp().notNull(),
});

/**
 * Outbox. Deleted once the mail server has accepted it; a given up one stays with its `error`. The row is the truth, the
 * queue's job only carries it.
 */
export const emails = table(
  "emails",
  {
    /** Also the Message-ID: an email sent twice is recognised as one. */
    id: text().primaryKey(),
    /** The account it is about: deleted with it. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    to: text().notNull(),
    replyTo: text(),
    template: text().notNull(),
    values: json<Record<string, string>>().notNull(),
    attempts: integer().notNull().default(0),
    /** Not sent before. */
    dueAt: timestamp().notNull(),
    /** Why it was given up; null while pending. */
    error: text(),
    /** Of an email to all members. */
    bulkRunId: integer().references(() => bulkRuns.id, { onDelete: "cascade" }),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("emails_due_index").on(t.dueAt).where(sql`error is null`),
    index("emails_failed_index").on(t.createdAt, t.id).where(sql`error is not null`),
    index("emails_user_index").on(t.userId),
    index("emails_bulk_run_index").on(t.bulkRunId).where(sql`bulk_run_id is not null`),
  ],
);

/** What operators made of an email's text, a row per version: the latest holds, none changes. */
export const emailTexts = table(
  "email_texts",
  {
    template: text().notNull(),
    version: integer().notNull(),
    /** With places such as {名前}. Null: the program's own text again. */
    text: json<{ subject: string; heading: string; body: string }>(),
    operatorName: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.template, t.version] })],
);
