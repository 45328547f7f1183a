import { boolean, index, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";

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
