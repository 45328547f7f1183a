import { sql } from "drizzle-orm";
import { boolean, index, integer, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";

/** Only `approved` ones pass the access gate and show what they publish. */
const accountStates = ["approved", "pending", "denied", "suspended"] as const;

export const users = table(
  "users",
  {
    id: text().primaryKey(),
    /** `google` (subject: `sub`), `local` (folded e-mail) or `system` (the official account). */
    provider: text({ enum: ["google", "local", "system"] }).notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    customUserId: text(),
    /** Lower-cased `customUserId`: unique ignoring case. */
    customUserIdFolded: text(),
    picture: text(),
    xHandle: text(),
    /** A podcast directory's code, shown in the feed; null without one. */
    feedVerification: text(),
    state: text({ enum: accountStates }).notNull().default("approved"),
    /** Null unless suspended; the reason is for the member. */
    suspendedAt: timestamp(),
    suspensionReason: text(),
    /**
     * Derived from the grant and `payments`; only `updatePremium` writes these four. The end includes Stripe's grace for
     * renewals, the display end does not.
     */
    isPremium: boolean().notNull().default(false),
    premiumStartDate: timestamp(),
    premiumEndDate: timestamp(),
    premiumDisplayEndDate: timestamp(),
    /** By an operator; null without a grant. */
    premiumGrantedFrom: timestamp(),
    premiumGrantedUntil: timestamp(),
    /** Days of all grants, without replaced ones. */
    premiumGrantedDays: integer().notNull().default(0),
    /** Null before the first purchase begins. */
    stripeCustomerId: text(),
    /** Begin of a subscription's one pause; null while available. */
    pauseUsedAt: timestamp(),
    /** Of the one 24-hour trial of 2.0x speed; null before it begins. */
    speedTrialEndsAt: timestamp(),
    /** When the member said that they are as old as the terms ask; null before. */
    ageStatedAt: timestamp(),
    canInvite: boolean().notNull().default(true),
    /** An email with each receipt. */
    emailsReceipts: boolean().notNull().default(true),
    /** Emails to all members. */
    emailsNews: boolean().notNull().default(true),
    /** In such an email's link that stops them without a sign-in; null before the first one. */
    newsToken: text(),
    /** Push messages about followed members' tracks. */
    pushesFollowedTracks: boolean().notNull().default(false),
    /** The used code; stays when its owner is deleted. */
    invitedWith: text(),
    /** The code's owner; null for official invitations and deleted members. */
    invitedById: text(),
    /** In whose branch the account is once its inviter is gone: the nearest one above who is left; else null. */
    branchParentId: text(),
    /** The account whose invitation branch was revoked, and this account denied with it. */
    revokedBranch: text(),
    /** Whether this account waited for its approval then. */
    waitedWhenRevoked: boolean().notNull().default(false),
    /** Equal to `follows` between approved accounts, by the functions that write them. */
    followerCount: integer().notNull().default(0),
    followingCount: integer().notNull().default(0),
    createdAt: timestamp().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("users_identity_unique").on(t.provider, t.subject),
    uniqueIndex("users_custom_user_id_unique").on(t.customUserIdFolded),
    uniqueIndex("users_stripe_customer_unique").on(t.stripeCustomerId),
    uniqueIndex("users_news_token_unique").on(t.newsToken),
    index("users_created_index").on(t.createdAt, t.id),
    index("users_invited_by_index").on(t.invitedById),
    index("users_branch_parent_index").on(t.branchParentId),
    index("users_state_index").on(t.state, t.createdAt, t.id),
    index("users_premium_index").on(t.createdAt, t.id).where(sql`is_premium`),
    index("users_news_index")
      .on(t.createdAt, t.id)
      .where(sql`state = 'approved' and provider = 'google' and emails_news`),
    index("users_no_invite_index").on(t.createdAt, t.id).where(sql`not can_invite`),
    index("users_revoked_branch_index").on(t.revokedBranch).where(sql`revoked_branch is not null`),
    index("users_premium_end_index").on(t.premiumEndDate).where(sql`premium_end_date is not null`),
  ],
);

/** Deleted with the account. */
export const userReference = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/**
 * Name and user id, folded, a line each, then the readings of the name. Triggers on `users` maintain it in the order of opening;
 * pairs of characters are indexed (db/search/search-members.ts).
 */
export const memberSearch = table(
  "member_search",
  {
    id: serial(),
    userId: userReference(),
    searchText: text().notNull(),
    /** Folded readings of the name's kanji, part of `searchText`; null while the present name is unread. */
    nameReadings: text(),
  },
  (t) => [
    uniqueIndex("member_search_user_unique").on(t.userId),
    index("member_search_unread_index").on(t.id).where(sql`name_readings is null`),
  ],
);

/** A signed-in device. The id is the SHA-256 of the cookie's token: a stolen table can't sign in. */
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
 * Open moves of an account to another sign-in, after the loss of its own. The row ends with the move; the audit log says what
 * came of it.
 */
export const signInMoves = table(
  "sign_in_moves",
  {
    id: serial(),
    userId: userReference(),
    /** Has the sign-in that the account gets, and is then deleted. */
    newUserId: userReference(),
    /** SHA-256 of the token in the link that cancels. */
    cancelHash: text().notNull(),
    createdAt: timestamp().notNull(),
    completesAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("sign_in_moves_user_unique").on(t.userId),
    uniqueIndex("sign_in_moves_new_user_unique").on(t.newUserId),
    uniqueIndex("sign_in_moves_cancel_unique").on(t.cancelHash),
    index("sign_in_moves_completes_index").on(t.completesAt, t.id),
  ],
);

/** A sign-in in progress. Prevents replay: the callback deletes it. The id is the SHA-256 of the state. */
export const signInAttempts = table(
  "sign_in_attempts",
  {
    id: text().primaryKey(),
    nonce: text().notNull(),
    /** Local. */
    returnPath: text().notNull(),
    invitationCode: text(),
    /** Only the signed-in account may come back. */
    isReauthentication: boolean().notNull().default(false),
    expiresAt: timestamp().notNull(),
  },
  (t) => [index("sign_in_attempts_expires_index").on(t.expiresAt)],
);

export const invitations = table(
  "invitations",
  {
    code: text().primaryKey(),
    /** Null for official invitations, from the first start or an operator. */
    ownerId: text().references(() => users.id, { onDelete: "cascade" }),
    maxUses: integer().notNull().default(1),
    usedCount: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    expiresAt: timestamp(),
    /** From the inviter; null for none. */
    message: text(),
    createdAt: timestamp().notNull(),
  },
  (t) => [
    index("invitations_owner_index").on(t.ownerId, t.createdAt),
    index("invitations_official_index").on(t.createdAt).where(sql`owner_id is null`),
  ],
);

/** A visit's answer to the cookie banner. The id is the consent cookie's random id; it grants no access. */
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
