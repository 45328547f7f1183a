import { and, eq, gte, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { addDays, tokyoDay, tokyoDayRange } from "#app/lib/tokyo-day.ts";
import { type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { dailyStatistics, settings, tracks, users } from "#db/schema/index.ts";
import { readSetting } from "#db/settings.ts";
import { setStatistics } from "./record-levels.server.ts";

/** Two periods of the longest chart. */
const maxDays = 180;
const daysPerRun = 30;

/** Holds the day to fill next, going back, and the last one; `done` at the end. */
const settingKey = "statistics_backfill";

/**
 * Fills the days before the first statistics from rows that still exist. Up to 30 days a run; each is filled once, because
 * its transaction also notes that it is done. Call it after `recordLevels`.
 */
export async function backfillStatistics(now: Date = new Date()): Promise<void> {
  const today = tokyoDay(now);
  const first = `${today} ${addDays(today, -maxDays)}`;
  for (let day = 0; day < daysPerRun; day++) {
    const isDone = await write(async (tx) => {
      const [next = "", last = ""] = (await lockProgress(tx, first)).split(" ");
      if (next === "done") return true;
      await fillDay(tx, next);
      const following = addDays(next, -1);
      const isLast = following < last || !(await hasRowsBefore(tx, next));
      await tx
        .update(settings)
        .set({ value: isLast ? "done" : `${following} ${last}` })
        .where(eq(settings.key, settingKey));
      return isLast;
    });
    if (isDone) return;
  }
}

export async function isBackfilled(): Promise<boolean> {
  return (await readSetting(primary, settingKey)) === "done";
}

/** Locks the setting until `tx` ends; begins with `first`. */
async function lockProgress(tx: Db, first: string): Promise<string> {
  await tx.insert(settings).values({ key: settingKey, value: first }).onConflictDoNothing();
  const [row] = await forUpdate(
    tx.select({ value: settings.value }).from(settings).where(eq(settings.key, settingKey)),
    "update",
  );
  return row?.value ?? "done";
}

const notSeeded = isNull(tracks.seedSlug);

async function fillDay(tx: Db, day: string): Promise<void> {
  const { start, end } = tokyoDayRange(day);
  // The first day may already have counts. Its rows are locked before the new count, so that later ones are added to it.
  await tx
    .insert(dailyStatistics)
    .values(["members_joined", "tracks_published"].map((metric) => ({ day, metric, value: 0 })))
    .onConflictDoUpdate({
      target: [dailyStatistics.day, dailyStatistics.metric],
      set: { value: sql`${dailyStatistics.value}` },
    });
  const joined = await tx.$count(
    users,
    and(gte(users.createdAt, start), lt(users.createdAt, end), ne(users.provider, "system")),
  );
  const published = await tx.$count(
    tracks,
    // Both values, so that the index of visible and hidden tracks by time is used.
    and(
      inArray(tracks.isVisible, [true, false]),
      gte(tracks.uploadedAt, start),
      lt(tracks.uploadedAt, end),
      notSeeded,
    ),
  );
  await setStatistics(tx, day, { members_joined: joined, tracks_published: published });
  await fillTotalBefore(tx, day, joined);
}

/** The members at the end of the day before: those of this day less those who joined on it. */
async function fillTotalBefore(tx: Db, day: string, joined: number): Promise<void> {
  const [total] = await tx
    .select({ value: dailyStatistics.value })
    .from(dailyStatistics)
    .where(and(eq(dailyStatistics.day, day), eq(dailyStatistics.metric, "members_total")));
  if (total) await setStatistics(tx, addDays(day, -1), { members_total: Math.max(0, total.value - joined) });
}

async function hasRowsBefore(tx: Db, day: string): Promise<boolean> {
  const { start } = tokyoDayRange(day);
  const members = and(lt(users.createdAt, start), ne(users.provider, "system"));
  const [account] = await tx.select({ id: users.id }).from(users).where(members).limit(1);
  if (account) return true;
  const [track] = await tx
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(inArray(tracks.isVisible, [true, false]), lt(tracks.uploadedAt, start), notSeeded))
    .limit(1);
  return track !== undefined;
}
