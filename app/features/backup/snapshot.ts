import { z } from "zod";

/** A file in the backup folder, by its pieces in order. */
const contentSchema = z.object({
  bytes: z.number().int().nonnegative(),
  /** Ids of its chunks. */
  chunks: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});
export type Content = z.infer<typeof contentSchema>;

/** What an installation was at one moment. */
export const snapshotSchema = z.object({
  format: z.literal(1),
  /** When its database was read (ISO 8601, UTC). */
  createdAt: z.iso.datetime(),
  /** Of the program that took it. */
  version: z.string(),
  /** The id in the table `settings`; null for a database that has none yet. */
  installationId: z.string().nullable(),
  database: z.object({
    dialect: z.enum(["sqlite", "postgres"]),
    /** Timestamp (ms) of the last migration that had been applied. */
    migration: z.number().int().nonnegative(),
    /** SQLite: one part, the file. Postgres: one for each table, as `COPY` writes it in text. */
    parts: z.array(contentSchema.extend({ name: z.string(), columns: z.array(z.string()) })),
    /** Rows by table. */
    rows: z.record(z.string(), z.number().int().nonnegative()),
    /** The last number of each counter of ids, by `table.column`. */
    counters: z.record(z.string(), z.number().int().nonnegative()),
  }),
  /** Stored files by their keys; null for a restore point, which holds the database alone. */
  files: z.array(contentSchema.extend({ key: z.string() })).nullable(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** Names of snapshots are their moments: `2026-11-27T04-30-00Z`, and their order is that of time. */
export const snapshotName = (createdAt: Date) =>
  `${createdAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The moment that a snapshot's name tells. */
export const momentOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));

const tokyoDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" });

/** How many of the newest days, weeks and months keep a snapshot, the last one of each. */
const kept = { days: 7, weeks: 4, months: 6 };

/**
 * The snapshots to keep of `names`: the last one of each of the newest 7 days that have one, of the newest 4 weeks (from Monday) and
 * of the newest 6 months, in Tokyo.
 */
export function snapshotsToKeep(names: readonly string[]): Set<string> {
  const newestFirst = names.toSorted().toReversed();
  const keep = new Set<string>();
  const keepBy = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(tokyoDay.format(momentOf(name)));
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
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
