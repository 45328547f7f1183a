import { randomBytes } from "node:crypto";
import { and, asc, desc, eq, gte, lte, ne, sql } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { db, primary, write } from "#db/client.ts";
import { trackInsights, tracks, weeklyEmails } from "#db/schema/index.ts";
import { countedSources, type DayCounts, sourceLabels } from "../insights.ts";
import { findMemberDays } from "./find-insights.server.ts";

/** The next sweep takes the rest. */
const maxPerSweep = 100;
const namedTracks = 3;

/** Monday at eight, Asia/Tokyo (Sunday at 23, UTC). */
export function nextWeeklyEmail(now: Date): Date {
  const sunday = new Date(now);
  sunday.setUTCHours(23, 0, 0, 0);
  sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7));
  return sunday > now ? sunday : new Date(sunday.getTime() + 7 * dayMs);
}

export async function isWeeklyEmailOn(userId: string): Promise<boolean> {
  const [row] = await primary
    .select({ userId: weeklyEmails.userId })
    .from(weeklyEmails)
    .where(eq(weeklyEmails.userId, userId));
  return row !== undefined;
}

/** From the next Monday on. */
export async function setWeeklyEmail(o: {
  viewer: { id: string };
  isOn: boolean;
  now?: Date;
}): Promise<void> {
  const { viewer, isOn, now = new Date() } = o;
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    if (!isOn) {
      await tx.delete(weeklyEmails).where(eq(weeklyEmails.userId, viewer.id));
      return;
    }
    const token = randomBytes(24).toString("base64url");
    await tx
      .insert(weeklyEmails)
      .values({ userId: viewer.id, token, dueAt: nextWeeklyEmail(now) })
      .onConflictDoNothing();
  });
}

/** By the link of an email, without a sign-in. Throws `NotFound` if it was stopped already. */
export async function stopWeeklyEmail(token: string): Promise<void> {
  const stopped = await write((tx) =>
    tx.delete(weeklyEmails).where(eq(weeklyEmails.token, token)).returning({ userId: weeklyEmails.userId }),
  );
  if (stopped.length === 0) throw new NotFound("このメールは、もう止まっています");
}

/**
 * Sends the seven days before today to whom they are due, each week once; a week without plays is not worth a letter. Returns the
 * number of emails.
 */
export async function sendWeeklyEmails(now = new Date()): Promise<number> {
  const due = await primary
    .select()
    .from(weeklyEmails)
    .where(lte(weeklyEmails.dueAt, now))
    .orderBy(asc(weeklyEmails.dueAt))
    .limit(maxPerSweep);
  let sent = 0;
  for (const row of due) if (await sendOne(row, now)) sent++;
  return sent;
}

async function sendOne(
  { userId, token, dueAt }: typeof weeklyEmails.$inferSelect,
  now: Date,
): Promise<boolean> {
  const days = await findMemberDays({ userId, now });
  const [week, before] = [days.slice(-8, -1), days.slice(-15, -8)];
  const best = await findBest(userId, week);
  return write(async (tx) => {
    const { state, email, name } = await lockMember(tx, userId);
    // Another process may have been faster.
    const moved = await tx
      .update(weeklyEmails)
      .set({ dueAt: nextWeeklyEmail(now) })
      .where(and(eq(weeklyEmails.userId, userId), eq(weeklyEmails.dueAt, dueAt)))
      .returning({ userId: weeklyEmails.userId });
    const plays = sum(week, ({ plays }) => plays);
    if (moved.length === 0 || state !== "approved" || plays === 0) return false;
    const sources = countedSources.flatMap((source) => {
      const value = sum(week, (day) => day.sources[source]);
      return value === 0 ? [] : [`${sourceLabels[source]}\t${times(value)}`];
    });
    const values = {
      ...{ name, token, from: week[0]?.day ?? "", to: week.at(-1)?.day ?? "" },
      numbers: [
        `再生\t${times(plays)}（前の7日は${times(sum(before, (day) => day.plays))}）`,
        ...sources,
      ].join("\n"),
      tracks: best.map(({ title, value }) => `${title.replace(/\s/g, " ")}\t${times(value)}`).join("\n"),
    };
    await sendEmail(tx, { to: email, template: "weekly", values, userId, now });
    return true;
  });
}

const times = (value: number) => `${value.toLocaleString("ja-JP")}回`;
const sum = (days: readonly DayCounts[], of: (day: DayCounts) => number) =>
  days.reduce((total, day) => total + of(day), 0);

/** The tracks most played in these days. */
function findBest(userId: string, week: readonly DayCounts[]): Promise<{ title: string; value: number }[]> {
  const { trackId, day, source, value } = trackInsights;
  const plays = sql<number>`sum(${value})`.mapWith(Number);
  return db
    .select({ title: tracks.title, value: plays })
    .from(tracks)
    .innerJoin(trackInsights, eq(trackId, tracks.id))
    .where(
      and(
        eq(tracks.userId, userId),
        gte(day, week[0]?.day ?? ""),
        lte(day, week.at(-1)?.day ?? ""),
        ne(source, "feed"),
      ),
    )
    .groupBy(tracks.id, tracks.title)
    .orderBy(desc(plays), desc(tracks.id))
    .limit(namedTracks);
}
