import { sql } from "drizzle-orm";
import { index, integer, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { trackReference } from "./tracks.ts";

/** A new track, or a corrected line. */
export const reviewCauses = ["new", "corrected"] as const;

/** Found by the check before publishing. */
export interface StoredHarm {
  kind: string;
  quote: string;
}

/** Members' tracks that no operator has looked at; a decision removes the row. */
export const reviewItems = table(
  "review_items",
  {
    trackId: trackReference().primaryKey(),
    cause: text({ enum: reviewCauses }).notNull(),
    /** In its present form: decisions about earlier ones are refused. */
    queuedAt: timestamp().notNull(),
    harms: json<StoredHarm[]>().notNull(),
    /** By an operator; null for never. */
    setAsideAt: timestamp(),
    /** The console session that is shown it alone, and until when; null for none. */
    claimedBy: text(),
    claimedUntil: timestamp(),
  },
  (t) => [
    index("review_items_open_index").on(t.queuedAt, t.trackId).where(sql`set_aside_at is null`),
    index("review_items_aside_index").on(t.queuedAt, t.trackId).where(sql`set_aside_at is not null`),
    index("review_items_claimed_index").on(t.claimedBy, t.trackId).where(sql`claimed_by is not null`),
  ],
);

export const reviewDecisions = ["approve", "hold", "hide", "take-down"] as const;

/** For undo. */
export interface BeforeReview {
  cause: (typeof reviewCauses)[number];
  /** Milliseconds. */
  queuedAt: number;
  setAsideAt: number | null;
  harms: StoredHarm[];
  isVisible: boolean;
  isTakenDown: boolean;
  takedownReason: string | null;
  wasVisibleBefore: boolean | null;
  listedFrom: number | null;
  reviewedAt: number | null;
  /** Closed with it. */
  reports: number[];
  /** Waits until undo ends; null for none. */
  emailId: string | null;
}

/** Undoable for a minute, removed soon after. */
export const recentReviews = table(
  "recent_reviews",
  {
    id: serial(),
    trackId: trackReference(),
    /** Of the console. */
    sessionId: text().notNull(),
    decision: text({ enum: reviewDecisions }).notNull(),
    before: json<BeforeReview>().notNull(),
    decidedAt: timestamp().notNull(),
  },
  (t) => [
    index("recent_reviews_session_index").on(t.sessionId, t.decidedAt),
    index("recent_reviews_decided_index").on(t.decidedAt),
    index("recent_reviews_track_index").on(t.trackId),
  ],
);

/** Shared by all operators. */
export const reviewFilters = table(
  "review_filters",
  {
    id: serial(),
    name: text().notNull(),
    /** Of the page's address. */
    query: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [uniqueIndex("review_filters_name_unique").on(t.name)],
);

/** The operators' words of the check, a row per version: the latest holds, none changes. */
export const wordLists = table("word_lists", {
  version: integer().primaryKey(),
  /** As `normalizeLine` leaves them. */
  words: json<string[]>().notNull(),
  examples: json<string[]>().notNull(),
  exceptions: json<string[]>().notNull(),
  /** The restored version; null for typed lines. */
  restores: integer(),
  /** Of the tracks tried when it was saved. */
  blockedCount: integer().notNull(),
  freedCount: integer().notNull(),
  operatorName: text().notNull(),
  createdAt: timestamp().notNull(),
});
