import { sql } from "drizzle-orm";
import { index, json, serial, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { trackReference } from "./tracks.ts";

/** Why an operator looks at a track: it is new, or a line of it was corrected. */
export const reviewCauses = ["new", "corrected"] as const;

/** What was found in a track by the check before it was published. */
export interface StoredHarm {
  kind: string;
  quote: string;
}

/** Members' tracks that no operator has looked at yet, one row each; it goes with the decision. */
export const reviewItems = table(
  "review_items",
  {
    trackId: trackReference().primaryKey(),
    cause: text({ enum: reviewCauses }).notNull(),
    /** Since when it waits in its present form: a decision about an earlier one is refused. */
    queuedAt: timestamp().notNull(),
    harms: json<StoredHarm[]>().notNull(),
    /** When an operator put it aside; null for never. */
    setAsideAt: timestamp(),
    /** The session of the console that is shown it, and until when nobody else is; null for none. */
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

/** How a track was before a decision, so that it can be undone. */
export interface BeforeReview {
  cause: (typeof reviewCauses)[number];
  /** Times in ms. */
  queuedAt: number;
  setAsideAt: number | null;
  harms: StoredHarm[];
  isVisible: boolean;
  isTakenDown: boolean;
  takedownReason: string | null;
  wasVisibleBefore: boolean | null;
  listedFrom: number | null;
  reviewedAt: number | null;
  /** Reports that were closed with it. */
  reports: number[];
  /** The email that waits until it can be undone no more; null for none. */
  emailId: string | null;
}

/** What was just decided in the queue, for the minute in which it can be undone. Removed soon after. */
export const recentReviews = table(
  "recent_reviews",
  {
    id: serial(),
    trackId: trackReference(),
    /** The session of the console that decided. */
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

/** Filters of the queue that operators have named; all of them see them. */
export const reviewFilters = table(
  "review_filters",
  {
    id: serial(),
    name: text().notNull(),
    /** The query of the page's address. */
    query: text().notNull(),
    createdAt: timestamp().notNull(),
  },
  (t) => [uniqueIndex("review_filters_name_unique").on(t.name)],
);
