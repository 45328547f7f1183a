import { boolean, index, integer, table, text, timestamp, uniqueIndex } from "../columns.ts";

/** Approval state of an account: only `approved` members get past the gate (decisions, "Accounts"). */
export const accountStates = ["approved", "pending", "denied"] as const;

export const users = table(
  "users",
  {
    id: text().primaryKey(),
    /** Who vouches for the identity: `google` (key: `sub`), `local` (key: folded e-mail) or `house`. */
    provider: text({ enum: ["google", "local", "house"] }).notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    customUserId: text(),
    /** Lower-cased `customUserId`: unique ignoring case. */
    customUserIdFolded: text(),
    picture: text(),
    xHandle: text(),
    state: text({ enum: accountStates }).notNull().default("approved"),
    isPremium: boolean().notNull().default(false),
    premiumStartDate: timestamp(),
    premiumEndDate: timestamp(),
    canInvite: boolean().notNull().default(true),
    invitedWith: text(),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("users_identity_unique").on(t.provider, t.subject),
    uniqueIndex("users_custom_user_id_unique").on(t.customUserIdFolded),
    index("users_created_index").on(t.createdAt, t.id),
  ],
);

/** A signed-in device. The id is the SHA-256 of the cookie's token: a stolen table signs nobody in. */
export const sessions = table(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    deviceInfo: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    lastActiveAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sessions_user_index").on(t.userId), index("sessions_expires_index").on(t.expiresAt)],
);

export const invitations = table("invitations", {
  code: text().primaryKey(),
  /** Null for the house: printed at first start or made by an operator. */
  ownerId: text().references(() => users.id, { onDelete: "cascade" }),
  maxUses: integer().notNull().default(1),
  usedCount: integer().notNull().default(0),
  isActive: boolean().notNull().default(true),
  expiresAt: timestamp(),
  createdAt: timestamp().notNull(),
});
