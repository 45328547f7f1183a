import { sql } from "drizzle-orm";
import { boolean, index, integer, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";

/** State of an account: only `approved` ones pass the access gate, and only what they publish is shown. */
const accountStates = ["approved", "pending", "denied", "suspended"] as const;

export const users = table(
  "users",
  {
    id: text().primaryKey(),
    /** Identity provider: `google` (subject: `sub`), `local` (subject: folded e-mail) or `system` (the official account). */
    provider: text({ enum: ["google", "local", "system"] }).notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    customUserId: text(),
    /** Lower-cased `customUserId`: unique ignoring case. */
    customUserIdFolded: text(),
    picture: text(),
    xHandle: text(),
    /** What a podcast directory gave its owner to show in the feed of the account's tracks; null without one. */
    feedVerification: text(),
    state: text({ enum: accountStates }).notNull().default("approved"),
    /** Of a suspended account, with what its member reads about it; null for others. */
    suspendedAt: timestamp(),
    suspensionReason: text(),
    /**
     * Derived from the grant below and from `payments` by `updatePremium`, which alone writes these four. The end includes
     * the grace in which Stripe renews; the display end does not.
     */
    isPremium: boolean().notNull().default(false),
    premiumStartDate: timestamp(),
    premiumEndDate: timestamp(),
    premiumDisplayEndDate: timestamp(),
    /** Premium granted by an operator; null without a grant. */
    premiumGrantedFrom: timestamp(),
    premiumGrantedUntil: timestamp(),
    /** Days of all grants, without what a later grant has replaced. */
    premiumGrantedDays: integer().notNull().default(0),
    /** The customer at Stripe; null before the first purchase begins. */
    stripeCustomerId: text(),
    /** Begin of the one pause of a subscription; null while it can still be chosen. */
    pauseUsedAt: timestamp(),
    /** End of the 24-hour trial of 2.0x speed that every account gets once; null before it begins. */
    speedTrialEndsAt: timestamp(),
    canInvite: boolean().notNull().default(true),
    /** Push messages also about what followed members publish, which is shown without them otherwise. */
    pushesFollowedTracks: boolean().notNull().default(false),
    /** Invitation code used; stays when its owner is deleted. */
    invitedWith: text(),
    /** Owner of that code; null for official invitations, and when that member is deleted. */
    invitedById: text(),
    /** The account whose branch of invitations was revoked, and this account denied with it; null otherwise. */
    revokedBranch: text(),
    /** Equal to the rows of `follows` between approved accounts, by the functions that write them. */
    followerCount: integer().notNull().default(0),
    followingCount: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("users_identity_unique").on(t.provider, t.subject),
    uniqueIndex("users_custom_user_id_unique").on(t.customUserIdFolded),
    uniqueIndex("users_stripe_customer_unique").on(t.stripeCustomerId),
    index("users_created_index").on(t.createdAt, t.id),
    index("users_invited_by_index").on(t.invitedById),
    index("users_state_index").on(t.state, t.createdAt, t.id),
    index("users_premium_index").on(t.createdAt, t.id).where(sql`is_premium`),
    index("users_no_invite_index").on(t.createdAt, t.id).where(sql`not can_invite`),
    index("users_revoked_branch_index").on(t.revokedBranch).where(sql`revoked_branch is not null`),
    index("users_premium_end_index").on(t.premiumEndDate).where(sql`premium_end_date is not null`),
  ],
);

/** A column for the member to whom a row belongs: the row is deleted with the account. */
export const userReference = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/**
 * What accounts are searched by: name and user id, folded, a line each. Maintained by triggers on `users`, in the order in
 * which accounts are opened; the pairs of its characters are indexed (db/search/search-members.ts).
 */
export const memberSearch = table(
  "member_search",
  {
    id: serial(),
    userId: userReference(),
    searchText: text().notNull(),
  },
  (t) => [uniqueIndex("member_search_user_unique").on(t.userId)],
);

/** A signed-in device. The id is the SHA-256 of the cookie's token: a stolen table is useless for signing in. */
export const sessions = table(
  "sessions",
  {
    id: text().primaryKey(),
    userId: userReference(),
    deviceInfo: text().notNull().default(""),
    createdAt: timestamp().notNull(),
    lastActiveAt: timestamp().notNull(),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sessions_user_index").on(t.userId), index("sessions_expires_index").on(t.expiresAt)],
);

/**
 * A sign-in in progress at the identity provider. Deleted by the callback that uses it, so that neither the state nor the
 * callback can be replayed. The id is the SHA-256 of the state.
 */
export const signInAttempts = table(
  "sign_in_attempts",
  {
    id: text().primaryKey(),
    nonce: text().notNull(),
    /** Local path to return to. */
    returnPath: text().notNull(),
    invitationCode: text(),
    /** A member confirms their identity: only the account that is signed in may come back. */
    isReauthentication: boolean().notNull().default(false),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sign_in_attempts_expires_index").on(t.expiresAt)],
);

export const invitations = table(
  "invitations",
  {
    code: text().primaryKey(),
    /** Null for official invitations: printed at first start or created by an operator. */
    ownerId: text().references(() => users.id, { onDelete: "cascade" }),
    maxUses: integer().notNull().default(1),
    usedCount: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    expiresAt: timestamp(),
    /** What the inviter says to who opens it; null for none. */
    message: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("invitations_owner_index").on(t.ownerId, t.createdAt),
    index("invitations_official_index").on(t.createdAt).where(sql`owner_id is null`),
  ],
);

/**
 * A visit's answer to the cookie banner. The id is the random id of the visit in the consent cookie; it grants no access.
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
