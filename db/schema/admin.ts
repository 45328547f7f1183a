import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  json,
  real,
  serial,
  table,
  text,
  timestamp,
  uniqueIndex,
} from "../columns.ts";
import { announcements } from "./announcements.ts";
import { userReference } from "./users.ts";

export const operatorRoles = ["administrator", "moderator"] as const;

/**
 * Invited operators of the console; the first administrator is in the settings. Rows stay, so that a name in the audit log is
 * one person's forever.
 */
export const operators = table(
  "operators",
  {
    id: text().primaryKey(),
    /** For sign-in and the audit log. */
    name: text().notNull(),
    /** Lower case: names that look alike are one. */
    nameKey: text().notNull(),
    role: text({ enum: operatorRoles }).notNull(),
    /** Null until the invitation is accepted. */
    passwordHash: text(),
    /** SHA-256 of the link's token; null once used or withdrawn. */
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

/**
 * An operator's codes from an app (TOTP, RFC 6238), asked for besides the password once `confirmedAt` is set. No reference: the
 * first administrator has no row.
 */
export const secondFactors = table("second_factors", {
  operatorId: text().primaryKey(),
  /** Base32. */
  secret: text().notNull(),
  confirmedAt: timestamp(),
  /** Of the last code that was taken: each is good once. */
  lastStep: integer().notNull().default(0),
  /** SHA-256 of the recovery codes that are left. */
  recoveryHashes: json<string[]>().notNull(),
  createdAt: timestamp().notNull(),
});

/**
 * An operator's passkeys (WebAuthn), each as good as password and second factor together. No reference: the first administrator has
 * no row.
 */
export const operatorPasskeys = table(
  "operator_passkeys",
  {
    /** The credential's, base64url. */
    id: text().primaryKey(),
    operatorId: text().notNull(),
    /** The operator's word for the device. */
    name: text().notNull(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Of the last use. Up to 2^32, which no integer of Postgres holds. */
    counter: real().notNull(),
    /** How browsers reach the device. */
    transports: json<string[]>().notNull(),
    createdAt: timestamp().notNull(),
    lastUsedAt: timestamp(),
  },
  (t) => [index("operator_passkeys_operator_index").on(t.operatorId)],
);

/** An open question to a passkey. Prevents replay: the answer deletes it. */
export const passkeyChallenges = table(
  "passkey_challenges",
  {
    /** SHA-256 of the browser's cookie: of its sign-in, or of the console's session that adds a passkey. */
    id: text().primaryKey(),
    /** Base64url. */
    challenge: text().notNull(),
    /** Who adds a passkey; null for a sign-in. */
    operatorId: text(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("passkey_challenges_expires_index").on(t.expiresAt)],
);

/** Operators who sign in without the password, by their choice. */
export const passwordlessOperators = table("passwordless_operators", {
  operatorId: text().primaryKey(),
  createdAt: timestamp().notNull(),
});

/** A signed-in browser of the console. The id is the SHA-256 of the cookie's token. */
export const adminSessions = table(
  "admin_sessions",
  {
    id: text().primaryKey(),
    /** Null: the first administrator. */
    operatorId: text().references(() => operators.id, { onDelete: "cascade" }),
    username: text().notNull(),
    /** Hash of name and password hash: a change of either ends the session. */
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

/** `check-files` compares files with their rows; `announce` and `send-letters` go to the members of the time they were started. */
export const bulkActions = [
  "take-down",
  "restore",
  "review",
  "delete",
  "check-files",
  "approve",
  "suspend",
  "deny",
  "invite-off",
  "end-sessions",
  "handle-messages",
  "close-reports",
  "take-down-reported",
  "announce",
  "send-letters",
] as const;

/** Stepwise work on many: each step's transaction advances `position`, so that interrupted work continues. */
export const bulkRuns = table(
  "bulk_runs",
  {
    id: serial(),
    action: text({ enum: bulkActions }).notNull(),
    /** Null for a command. */
    actorName: text(),
    /** For those concerned; null if they are not told. */
    reason: text(),
    /** Ids, of tracks by author, or an id and what was seen of it: 「12.3」. Emptied at the end. Unused by `check-files`. */
    items: json<(string | number)[]>().notNull(),
    /** Items done; of `check-files` the last track's id. */
    position: integer().notNull().default(0),
    total: integer().notNull(),
    /** Or found defective; the rest had that state already, has changed since it was seen, or was gone. */
    changedCount: integer().notNull().default(0),
    /** To the author whose tracks are in progress. */
    email: json<{ userId: string; count: number; titles: string[] }>(),
    /** Of `announce` and `send-letters`. */
    announcementId: integer().references(() => announcements.id, { onDelete: "cascade" }),
    /** Of `send-letters`. */
    letter: json<{ subject: string; text: string }>(),
    /** The last member (`at`: ms since 1970, of the account's opening) of a run that walks through members. */
    lastMember: json<{ at: number; id: string }>(),
    /** No step before; null for at once. */
    dueAt: timestamp(),
    /** Emails that a mail server has accepted; `changedCount` were written. */
    sentCount: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    finishedAt: timestamp(),
    isCancelled: boolean().notNull().default(false),
  },
  (t) => [
    index("bulk_runs_open_index").on(t.id).where(sql`finished_at is null`),
    index("bulk_runs_announcement_index").on(t.announcementId).where(sql`announcement_id is not null`),
  ],
);

/** Operators' notes, for each other. Deleted with the account. */
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

/** Every change by the console, a command or an automatic rule, in its transaction. */
export const auditLog = table(
  "audit_log",
  {
    id: serial(),
    at: timestamp().notNull(),
    actorKind: text({ enum: actorKinds }).notNull(),
    /** Null for others. */
    actorName: text(),
    action: text().notNull(),
    targetType: text(),
    /** No reference: the row outlives its target. */
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

/** Ids, states and numbers; no names or addresses. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly (string | number)[]>;
