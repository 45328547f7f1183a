import type { TimeBucket } from "./metrics.ts";

const prefix = "generation_time_";

/** Each bucket's limit is this many times the one before. */
const growth = 2 ** 0.25;
const lastBucket = 60;

/** The counter of generations that took about `seconds`: of times of 1 second to 9 hours, each 19 % longer. */
export function timeBucket(seconds: number): TimeBucket {
  const bucket = Math.ceil(Math.log(Math.max(1, seconds)) / Math.log(growth));
  return `${prefix}${Math.min(bucket, lastBucket)}`;
}

/**
 * The time in seconds within which `share` of the generations ended, from counts by bucket: the upper limit of the bucket
 * that it falls into, so up to 19 % too long and never too short. Null without any.
 */
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
