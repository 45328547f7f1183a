import { z } from "zod";
import { addDays, tokyoDay } from "#app/lib/tokyo-day.ts";

const contentSchema = z.object({
  bytes: z.number().int().nonnegative(),
  chunks: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});
export type Content = z.infer<typeof contentSchema>;

export const snapshotSchema = z.object({
  format: z.literal(1),
  /** When the database was read (ISO 8601, UTC). */
  createdAt: z.iso.datetime(),
  version: z.string(),
  /** From the table `settings`; null in a database without one. */
  installationId: z.string().nullable(),
  database: z.object({
    dialect: z.enum(["sqlite", "postgres"]),
    /** Timestamp (ms) of the last applied migration. */
    migration: z.number().int().nonnegative(),
    /** SQLite: the file as one part. Postgres: one per table, as `COPY` text. */
    parts: z.array(contentSchema.extend({ name: z.string(), columns: z.array(z.string()) })),
    rows: z.record(z.string(), z.number().int().nonnegative()),
    /** The last id by `table.column`. */
    counters: z.record(z.string(), z.number().int().nonnegative()),
  }),
  /** By storage key; null for a restore point (database only). */
  files: z.array(contentSchema.extend({ key: z.string() })).nullable(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** `2026-11-27T04-30-00Z`: sorts by time. */
export const snapshotName = (createdAt: Date) =>
  `${createdAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The inverse of `snapshotName`. */
export const momentOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));

const kept = { days: 7, weeks: 4, months: 6 };

/** Keeps the last snapshot of each of the newest 7 days that have one, 4 weeks (from Monday) and 6 months, in Tokyo. */
export function snapshotsToKeep(names: readonly string[]): Set<string> {
  const newestFirst = names.toSorted().toReversed();
  const keep = new Set<string>();
  const keepBy = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(tokyoDay(momentOf(name)));
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      keep.add(name);
    }
  };
  keepBy(kept.days, (day) => day);
  keepBy(kept.weeks, (day) => mondayOf(day));
  keepBy(kept.months, (day) => day.slice(0, 7));
  return keep;
}

function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}
