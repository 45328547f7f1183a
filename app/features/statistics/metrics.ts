/** Days are Asia/Tokyo's. Counters grow with what they count; a job writes levels (docs/decisions/0036). */
export const counters = [
  /** In whatever state. */
  "members_joined",
  "members_denied",
  "members_deleted",
  "plays",
  /** By members; visitors do not report how far they listen. */
  "listening_seconds",
  /** Published or uploaded, without the seeded ones. */
  "tracks_published",
  /** Of members. `generations_failed` counts attempts that were given up. */
  "generations_completed",
  "generations_failed",
  /** The sum from start to end, waiting included. */
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
  /** Ended on the day because nobody renewed it. Final at the end of the next day. */
  "premium_expired",
  /** Audio of the published tracks. */
  "storage_bytes",
] as const;

/** Also known of the time before the statistics, as far as accounts and tracks still exist. */
export type BackfilledCounter = "members_joined" | "tracks_published";

export type Counter = (typeof counters)[number];
export type Level = (typeof levels)[number];
/** See `generation-times.ts`. */
export type TimeBucket = `generation_time_${number}`;
export type Metric = Counter | Level | TimeBucket;
