import type { TimeBucket } from "./metrics.ts";

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
