import { sql } from "drizzle-orm";
import { boolean, index, integer, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { userReference } from "./users.ts";

export const operatorRoles = ["administrator", "moderator"] as const;

/**
 * An operator of the console whom an administrator has invited; the first one stands in the settings. A row stays for ever, so
 * that a name in the audit log is always one person's.
 */
export const operators = table(
  "operators",
  {
    id: text().primaryKey(),
    /** What they sign in with, and what the audit log shows. */
    name: text().notNull(),
    /** The name in lower case: two names that look alike are one. */
    nameKey: text().notNull(),
    role: text({ enum: operatorRoles }).notNull(),
    /** Null until the invitation is accepted. */
    passwordHash: text(),
    /** SHA-256 of the token in the link; null once it is used or withdrawn. */
    linkHash: text(),
    linkExpiresAt: timestamp(),
    createdAt: timestamp().notNull(),
    disabledAt: timestamp(),
  },
  (t) => [
    uniqueIndex("operators_name_unique").on(t.nameKey),
    uniqueIndex("operators_link_unique").on(t.linkHash),
  ],
);

/** A browser that is signed in to the admin console. The id is the SHA-256 of the cookie's token. */
export const adminSessions = table(
  "admin_sessions",
  {
    id: text().primaryKey(),
    /** Null: the first administrator, who stands in the settings. */
    operatorId: text().references(() => operators.id, { onDelete: "cascade" }),
    username: text().notNull(),
    /** Hash of the name and the password's hash at the sign-in: the session ends when either changes. */
    credentials: text().notNull(),
    deviceInfo: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    /** When the password was last typed. */
    authenticatedAt: timestamp().notNull(),
    lastActiveAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [
    index("admin_sessions_expires_index").on(t.expiresAt),
    index("admin_sessions_operator_index").on(t.operatorId),
  ],
);

export const memberBulkActions = ["approve", "suspend", "deny", "invite-off", "end-sessions"] as const;

/**
 * Work on many members, done step by step: each step's transaction advances `position`, so that work that was interrupted
 * goes on where it stopped.
 */
export const memberBulkRuns = table(
  "member_bulk_runs",
  {
    id: serial(),
    action: text({ enum: memberBulkActions }).notNull(),
    /** The operator's name; null for a command. */
    actorName: text(),
    /** What the members read; null when they are not told. */
    reason: text(),
    /** The members as they were chosen; emptied at the end. */
    userIds: json<string[]>().notNull(),
    /** How many of them are done. */
    position: integer().notNull().default(0),
    total: integer().notNull(),
    /** How many were changed; the others were so already, or had gone. */
    changedCount: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    finishedAt: timestamp(),
    isCancelled: boolean().notNull().default(false),
  },
  (t) => [index("member_bulk_runs_open_index").on(t.id).where(sql`finished_at is null`)],
);

/** What operators note about a member, for each other. Deleted with the account. */
export const memberNotes = table(
  "member_notes",
  {
    id: serial(),
    userId: userReference(),
    /** The operator's name, or `operator` for a command. */
    author: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("member_notes_user_index").on(t.userId, t.id)],
);

export const actorKinds = ["admin", "operator", "system"] as const;

/** Every change by the console, an operator's command or an automatic rule. Rows are added in the transaction of the change. */
export const auditLog = table(
  "audit_log",
  {
    id: serial(),
    at: timestamp().notNull(),
    actorKind: text({ enum: actorKinds }).notNull(),
    /** The operator's name; null for others. */
    actorName: text(),
    action: text().notNull(),
    targetType: text(),
    /** A plain text, not a reference: the row outlives what it is about. */
    targetId: text(),
    before: json<AuditDetails>(),
    after: json<AuditDetails>(),
    isAutomated: boolean().notNull().default(false),
  },
  (t) => [
    index("audit_log_at_index").on(t.at, t.id),
    index("audit_log_target_index").on(t.targetType, t.targetId, t.at, t.id),
    index("audit_log_action_index").on(t.action, t.at, t.id),
    index("audit_log_actor_index").on(t.actorKind, t.at, t.id),
    index("audit_log_name_index").on(t.actorName, t.at, t.id),
    index("audit_log_automated_index").on(t.isAutomated, t.at, t.id),
  ],
);

/** What changed: ids, states and numbers, no names and addresses. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly (string | number)[]>;
