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
    /** End of the 24 hours of 2.0x speed that everybody gets once; null before they begin (spec 1 §4). */
    speedTrialEndsAt: timestamp(),
    canInvite: boolean().notNull().default(true),
    /** The code that let them in; kept when its owner is gone. */
    invitedWith: text(),
    /** Whose code that was; null for the house's, and when that member has left. */
    invitedById: text(),
    /** Held equal to the rows of `follows` by the verbs that write them. */
    followerCount: integer().notNull().default(0),
    followingCount: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("users_identity_unique").on(t.provider, t.subject),
    uniqueIndex("users_custom_user_id_unique").on(t.customUserIdFolded),
    index("users_created_index").on(t.createdAt, t.id),
    index("users_invited_by_index").on(t.invitedById),
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

/**
 * A sign-in that is under way at the identity provider. Taken out once when the browser comes back, so that neither
 * state nor answer can be used again. The id is the SHA-256 of the state.
 */
export const signInAttempts = table(
  "sign_in_attempts",
  {
    id: text().primaryKey(),
    nonce: text().notNull(),
    /** A path of this site. */
    returnPath: text().notNull(),
    invitationCode: text(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sign_in_attempts_expires_index").on(t.expiresAt)],
);

export const invitations = table(
  "invitations",
  {
    code: text().primaryKey(),
    /** Null for the house: printed at first start or made by an operator. */
    ownerId: text().references(() => users.id, { onDelete: "cascade" }),
    maxUses: integer().notNull().default(1),
    usedCount: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    expiresAt: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (t) => [index("invitations_owner_index").on(t.ownerId, t.createdAt)],
);

/**
 * What a visit has answered to the cookie banner (spec 1 §3, "Session"). The id is the device's own random name for
 * its visit, not the key of a sign-in.
 */
export const consents = table(
  "consents",
  {
    id: text().primaryKey(),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    cookieConsent: boolean().notNull(),
    analyticsConsent: boolean().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [index("consents_user_index").on(t.userId), index("consents_updated_index").on(t.updatedAt)],
);
