import { createHash } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { lockMember, lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { accessibleMs } from "#app/features/tracks/excerpt.ts";
import { trackColumns, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { isPublic } from "#app/features/tracks/server/track-visibility.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { primary, write } from "#db/client.ts";
import { isLocked, isUnwritable } from "#db/errors.ts";
import { forUpdate } from "#db/for-update.ts";
import { dailyMixes, dailyMixItems, tracks, users } from "#db/schema/index.ts";
import { composeMix, cutMix } from "../compose-mix.ts";
import { defaultMixLength, type MixLength, type MixReason, mixLengths } from "../daily-mix.ts";
import { findMixCandidates } from "./find-mix-candidates.server.ts";

/** What a member's mix needs to know of the member. */
type MixListener = Pick<Viewer, "id" | "isPremium" | "premiumEndDate" | "speedTrialEndsAt">;

export interface MixItem {
  track: Track;
  reason: MixReason;
  /** Where the member had left it when the mix was made. */
  fromMs: number;
  /** What is left of it to hear. */
  remainingMs: number;
}

/** 今日の無限 of one day in Asia/Tokyo. */
export interface DailyMix {
  /** YYYY-MM-DD. */
  day: string;
  minutes: MixLength;
  items: MixItem[];
  /** Since when there is a private feed; null without one. */
  feedCreatedAt: Date | null;
}

/** How much is chosen for a day: the longest mix, and what replaces tracks that fall away. */
const chosenMs = (Math.max(...mixLengths) + 15) * 60_000;

/**
 * A member's 今日の無限: the same all day, wherever it is asked for. The first who asks makes it; tracks that are not public any
 * more fall out of it, and the next of the day take their place.
 */
export async function findDailyMix(options: { viewer: MixListener; now?: Date }): Promise<DailyMix> {
  const { viewer, now = new Date() } = options;
  await makeDailyMix({ viewer, now });
  const [mix] = await primary.select().from(dailyMixes).where(eq(dailyMixes.userId, viewer.id));
  const rows = await primary
    .select({ ...trackColumns, reason: dailyMixItems.reason, fromMs: dailyMixItems.fromMs })
    .from(dailyMixItems)
    .innerJoin(tracks, eq(tracks.id, dailyMixItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(dailyMixItems.userId, viewer.id), isPublic))
    .orderBy(asc(dailyMixItems.position));
  const minutes = toMixLength(mix?.minutes);
  const measured = rows.map((row) => ({ ...row, remainingMs: accessibleMs(viewer, row) - row.fromMs }));
  const cut = cutMix(
    measured.filter(({ remainingMs }) => remainingMs > 0),
    minutes,
  );
  return {
    day: mix?.day ?? tokyoDay(now),
    minutes,
    items: (await withLabels(cut)).map(({ reason, fromMs, remainingMs, ...track }) => ({
      track,
      reason,
      fromMs,
      remainingMs,
    })),
    feedCreatedAt: mix?.feedCreatedAt ?? null,
  };
}

const toMixLength = (minutes: number | undefined): MixLength =>
  mixLengths.find((length) => length === minutes) ?? defaultMixLength;

/**
 * Chooses the day's tracks, unless that was done (false). Of two at the same time the first is valid. Where nothing can be written
 * now, the mix before stays.
 */
export async function makeDailyMix(options: { viewer: MixListener; now?: Date }): Promise<boolean> {
  try {
    return await chooseTracks(options);
  } catch (error) {
    if (isUnwritable(error) || isLocked(error)) return false;
    throw error;
  }
}

async function chooseTracks(options: { viewer: MixListener; now?: Date }): Promise<boolean> {
  const { viewer, now = new Date() } = options;
  const day = tokyoDay(now);
  const ofViewer = eq(dailyMixes.userId, viewer.id);
  const [known] = await primary.select({ day: dailyMixes.day }).from(dailyMixes).where(ofViewer);
  if (known?.day === day) return false;
  const candidates = await findMixCandidates(viewer, { seed: seedOf(viewer.id, day), now });
  const chosen = composeMix(candidates, chosenMs);
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    const [mix] = await tx.select({ day: dailyMixes.day }).from(dailyMixes).where(ofViewer);
    if (mix?.day === day) return;
    await tx
      .insert(dailyMixes)
      .values({ userId: viewer.id, minutes: defaultMixLength, day })
      .onConflictDoUpdate({ target: dailyMixes.userId, set: { day } });
    await tx.delete(dailyMixItems).where(eq(dailyMixItems.userId, viewer.id));
    // What was deleted meanwhile can't be referred to.
    const isChosen = inArray(
      tracks.id,
      chosen.map(({ id }) => id),
    );
    const existing = await forUpdate(
      tx.select({ id: tracks.id }).from(tracks).where(isChosen).orderBy(tracks.id),
      "key share",
    );
    const ids = new Set(existing.map(({ id }) => id));
    const rows = chosen
      .filter(({ id }) => ids.has(id))
      .map(({ id, reason, fromMs }, index) => ({
        userId: viewer.id,
        position: index + 1,
        trackId: id,
        reason,
        fromMs,
      }));
    if (rows.length > 0) await tx.insert(dailyMixItems).values(rows);
  });
  return true;
}

/** The same number for a member all day. */
const seedOf = (userId: string, day: string) =>
  createHash("sha256").update(`${userId} ${day}`).digest().readUInt32BE(0);

/** Sets how long the member's mix is, from now on. */
export async function setMixLength(options: { viewer: { id: string }; minutes: MixLength }): Promise<void> {
  const { viewer, minutes } = options;
  await write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    await tx
      .insert(dailyMixes)
      .values({ userId: viewer.id, minutes })
      .onConflictDoUpdate({ target: dailyMixes.userId, set: { minutes } });
  });
}
