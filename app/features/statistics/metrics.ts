/**
 * What is counted of each day in Asia/Tokyo. Counters are added to in the transaction of what they count; levels are
 * written by the upkeep job, the day's last one stays (docs/decisions/0036-daily-statistics.md).
 */
export const counters = [
  /** New accounts, in whatever state. */
  "members_joined",
  "members_denied",
  "members_deleted",
  "plays",
  /** By members; visitors do not report how far they listen. */
  "listening_seconds",
  /** Published or uploaded, without the seeded ones. */
  "tracks_published",
  /** Members' audio that was made, and attempts given up; none of the official account's. */
  "generations_completed",
  "generations_failed",
  /** From a generation's start to its end, waiting included: the sum. */
  "generation_seconds",
  "scripts_failed",
  "premium_started",
  /** Ended at once, by an operator or a refund. */
  "premium_revoked",
] as const;

export const levels = [
  /** Approved accounts. */
  "members_total",
  "premium_active",
  /** Premium that ended on the day because nobody renewed it. Final at the end of the next day. */
  "premium_expired",
  /** Audio of the published tracks. */
  "storage_bytes",
] as const;

/** Counters that are known of the time before there were statistics, as far as accounts and tracks still exist. */
export type BackfilledCounter = "members_joined" | "tracks_published";

export type Counter = (typeof counters)[number];
export type Level = (typeof levels)[number];
/** How many generations took about so long (`generation-times.ts`). */
export type TimeBucket = `generation_time_${number}`;
export type Metric = Counter | Level | TimeBucket;
