import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, gt, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { addDays, tokyoDay, tokyoDayRange } from "#app/lib/tokyo-day.ts";
import { type Db, primary, write } from "#db/client.ts";
import { dailyStatistics, renditions, tracks, users } from "#db/schema/index.ts";
import type { BackfilledCounter, Level } from "./metrics.ts";

/** Writes today's levels and what can still change of yesterday. Safe to repeat. Adds up sizes once a day, in steps. */
export async function recordLevels(now: Date = new Date()): Promise<void> {
  const today = tokyoDay(now);
  const yesterday = addDays(today, -1);
  const [members, active, expiredToday, expiredYesterday] = await Promise.all([
    countMembers(),
    primary.$count(users, gt(users.premiumEndDate, now)),
    countExpired(today, now),
    countExpired(yesterday, now),
  ]);
  await write(async (tx) => {
    await setStatistics(tx, today, {
      members_total: members,
      premium_active: active,
      premium_expired: expiredToday,
    });
    await setStatistics(tx, yesterday, { premium_expired: expiredYesterday });
  });
  if (await hasSize(today)) return;
  const bytes = await sumStorage();
  await write((tx) => setStatistics(tx, today, { storage_bytes: bytes }));
}

/** Replaces earlier values. */
export async function setStatistics(
  tx: Db,
  day: string,
  values: Partial<Record<Level | BackfilledCounter, number>>,
): Promise<void> {
  const rows = Object.entries(values).map(([metric, value]) => ({ day, metric, value }));
  await tx
    .insert(dailyStatistics)
    .values(rows)
    .onConflictDoUpdate({
      target: [dailyStatistics.day, dailyStatistics.metric],
      set: { value: sql`excluded.value` },
    });
}

/** Approved accounts without the official one: all, less the few of another state. */
async function countMembers(): Promise<number> {
  const all = await primary.$count(users);
  const others = await primary.$count(users, inArray(users.state, ["pending", "denied", "suspended"]));
  const official = await primary.$count(users, eq(users.provider, "system"));
  return all - others - official;
}

/** Premium that ended on the day, up to `now`, and was not renewed since. */
function countExpired(day: string, now: Date): Promise<number> {
  const { start, end } = tokyoDayRange(day);
  return primary.$count(
    users,
    and(gte(users.premiumEndDate, start), lt(users.premiumEndDate, end), lte(users.premiumEndDate, now)),
  );
}

async function hasSize(day: string): Promise<boolean> {
  const size = and(eq(dailyStatistics.day, day), eq(dailyStatistics.metric, "storage_bytes"));
  return (await primary.$count(dailyStatistics, size)) > 0;
}

/** A step takes a few milliseconds; requests are answered in between. */
const tracksPerStep = 2000;

async function sumStorage(): Promise<number> {
  let bytes = 0;
  for (let last = 0; ; ) {
    const step = primary
      .select({ id: tracks.id })
      .from(tracks)
      .where(gt(tracks.id, last))
      .orderBy(tracks.id)
      .limit(tracksPerStep)
      .as("step");
    const [found] = await primary.select({ last: sql<number | null>`max(${step.id})` }).from(step);
    if (found?.last == null) return bytes;
    const [sum] = await primary
      .select({ bytes: sql<number | string | null>`sum(${renditions.bytes})` })
      .from(renditions)
      .where(and(gt(renditions.trackId, last), lte(renditions.trackId, found.last)));
    bytes += Number(sum?.bytes ?? 0);
    last = found.last;
    await nextTurn();
  }
}
