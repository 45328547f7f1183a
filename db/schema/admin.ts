import { boolean, index, json, serial, table, text, timestamp } from "../columns.ts";

/** A browser that is signed in to the admin console. The id is the SHA-256 of the cookie's token. */
export const adminSessions = table(
  "admin_sessions",
  {
    id: text().primaryKey(),
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
  (t) => [index("admin_sessions_expires_index").on(t.expiresAt)],
);

export const actorKinds = ["admin", "operator", "system"] as const;

/** Every change by the console, an operator's command or an automatic rule. Rows are added in the transaction of the change. */
export const auditLog = table(
  "audit_log",
  {
    id: serial(),
    at: timestamp().notNull(),
    actorKind: text({ enum: actorKinds }).notNull(),
    /** The admin's user name; null for others. */
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
    index("audit_log_automated_index").on(t.isAutomated, t.at, t.id),
  ],
);

/** What changed: ids, states and numbers, no names and addresses. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly (string | number)[]>;
