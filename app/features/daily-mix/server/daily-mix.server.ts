import { createHash } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { isPublic } from "#app/features/access/track-visibility.server.ts";
import { lockMember, lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { trackColumns, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { startOfTokyoDay, tokyoDay } from "#app/lib/tokyo-day.ts";
import { primary, write } from "#db/client.ts";
import { isLocked, isUnwritable } from "#db/errors.ts";
import { forUpdate } from "#db/for-update.ts";
import { dailyMixes, dailyMixItems, listeningHistory, tracks, users } from "#db/schema/index.ts";
import { composeMix } from "../compose-mix.ts";
import { defaultMixLength, type MixLength, mixLengths } from "../daily-mix.ts";
import { type MixProgress, showMix } from "../mix-progress.ts";
import { findMixCandidates } from "./find-mix-candidates.server.ts";

type MixListener = Pick<Viewer, "id" | "blocksAnyone" | "isPremium" | "premiumEndDate" | "speedTrialEndsAt">;

export interface MixItem extends MixProgress {
  track: Track;
  /** As it was chosen: what the member had not heard before the day. */
  lengthMs: number;
}

/** 今日の無限 of one day in Asia/Tokyo. */
export interface DailyMix {
  day: string;
  minutes: MixLength;
  items: MixItem[];
  feedCreatedAt: Date | null;
}

const chosenMs = (Math.max(...mixLengths) + 15) * 60_000;

/**
 * A member's 今日の無限, the same all day, with what they have heard of it; the first request makes it. Tracks that are no longer
 * public, or whose author the member blocks now, fall out, and the day's next ones replace them.
 */
export async function findDailyMix(options: { viewer: MixListener; now?: Date }): Promise<DailyMix> {
  const { viewer, now = new Date() } = options;
  await makeDailyMix({ viewer, now });
  const [mix] = await primary.select().from(dailyMixes).where(eq(dailyMixes.userId, viewer.id));
  const day = mix?.day ?? tokyoDay(now);
  const rows = await primary
    .select({
      ...trackColumns,
      reason: dailyMixItems.reason,
      leftAtMs: dailyMixItems.fromMs,
      listened: {
        positionMs: listeningHistory.positionMs,
        isHeard: listeningHistory.isHeard,
        at: listeningHistory.listenedAt,
      },
    })
    .from(dailyMixItems)
    .innerJoin(tracks, eq(tracks.id, dailyMixItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .leftJoin(
      listeningHistory,
      and(
        eq(listeningHistory.userId, dailyMixItems.userId),
        eq(listeningHistory.trackId, dailyMixItems.trackId),
      ),
    )
    .where(and(eq(dailyMixItems.userId, viewer.id), isPublic, notBlockedBy(viewer, tracks.userId)))
    .orderBy(asc(dailyMixItems.position));
  const minutes = toMixLength(mix?.minutes);
  const shown = showMix(rows, { viewer, minutes, dayStart: startOfTokyoDay(day) });
  return {
    day,
    minutes,
    items: (await withLabels(shown)).map(
      ({ reason, isHeard, fromMs, remainingMs, lengthMs, leftAtMs: _, listened: __, ...track }) => ({
        track,
        reason,
        isHeard,
        fromMs,
        remainingMs,
        lengthMs,
      }),
    ),
    feedCreatedAt: mix?.feedCreatedAt ?? null,
  };
}

/** Without a choice, or with one that is offered no more, the default. */
export const toMixLength = (minutes: number | undefined): MixLength =>
  mixLengths.find((length) => length === minutes) ?? defaultMixLength;

/** Chooses the day's tracks; false if that was done, or the database can't write. Of two at once the first counts. */
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
    // A reference to a track deleted in the meantime would fail.
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

/** Fixed for a member and day. */
const seedOf = (userId: string, day: string) =>
  createHash("sha256").update(`${userId} ${day}`).digest().readUInt32BE(0);

/** Sets the length of the member's mix. */
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
