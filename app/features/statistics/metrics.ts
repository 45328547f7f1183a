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
/** How long generations took: `timeBucket`. */
export type TimeBucket = `generation_time_${number}`;
export type Metric = Counter | Level | TimeBucket;

const prefix = "generation_time_";

/** Each bucket's limit is so many times the one before. */
const growth = 2 ** 0.25;
const lastBucket = 60;

/** Buckets go from 1 second to 9 hours, each 19 % longer. */
export function timeBucket(seconds: number): TimeBucket {
  const bucket = Math.ceil(Math.log(Math.max(1, seconds)) / Math.log(growth));
  return `${prefix}${Math.min(bucket, lastBucket)}`;
}

/** In seconds: the upper limit of a bucket, so up to 19 % too long and never too short. Null without any. */
export function quantileOf(counts: ReadonlyMap<string, number>, share: number): number | null {
  const buckets = [...counts]
    .filter(([metric, count]) => metric.startsWith(prefix) && count > 0)
    .map(([metric, count]) => ({ bucket: Number(metric.slice(prefix.length)), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let reached = 0;
  for (const { bucket, count } of buckets) {
    reached += count;
    if (reached >= total * share) return growth ** bucket;
  }
  return null;
}
