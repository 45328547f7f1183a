import { index, integer, primaryKey, real, table, text, timestamp, uniqueIndex } from "../columns.ts";
import { trackReference } from "./tracks.ts";
import { userReference } from "./users.ts";

/** Of the installation, by day: nothing about members (docs/decisions/0036-daily-statistics.md). */
export const dailyStatistics = table(
  "daily_statistics",
  {
    /** YYYY-MM-DD in Asia/Tokyo. */
    day: text().notNull(),
    /** A key of `app/features/statistics/metrics.ts`. */
    metric: text().notNull(),
    value: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.metric] })],
);

/**
 * All that is kept of a play's origin (docs/decisions/0119-insights.md): pages of this site, a link elsewhere, a search, an
 * embedded player. `feed` is no play: an app or reader fetched the audio.
 */
export const listenSources = ["site", "link", "search", "embed", "feed"] as const;

const counter = {
  /** YYYY-MM-DD in Asia/Tokyo. */
  day: text().notNull(),
  source: text({ enum: listenSources }).notNull(),
  value: integer().notNull(),
};

/** Plays by day and source: sums, nothing about listeners. */
export const trackInsights = table("track_insights", { trackId: trackReference(), ...counter }, (t) => [
  primaryKey({ columns: [t.trackId, t.day, t.source] }),
]);

/** Sums of an author's tracks: reading a month costs the same for one track and ten thousand. */
export const memberInsights = table("member_insights", { userId: userReference(), ...counter }, (t) => [
  primaryKey({ columns: [t.userId, t.day, t.source] }),
]);

/** Who wants the week's numbers by email. */
export const weeklyEmails = table(
  "weekly_emails",
  {
    userId: userReference().primaryKey(),
    /** In the email's link that stops it without a sign-in. */
    token: text().notNull(),
    dueAt: timestamp().notNull(),
  },
  (t) => [
    uniqueIndex("weekly_emails_token_unique").on(t.token),
    index("weekly_emails_due_index").on(t.dueAt),
  ],
);
