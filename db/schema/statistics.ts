import { primaryKey, real, table, text } from "../columns.ts";

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
