import { and, eq, inArray } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { retractFromFollowers } from "#app/features/notifications/server/notify-followers.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { notifications, tracks } from "#db/schema/index.ts";
import { moderationMessages } from "./moderation.ts";
import { sendModerationEmail } from "./moderation-email.server.ts";
import { removeFromReview } from "./review-item.server.ts";

interface TakedownOptions {
  actor: Actor;
  trackId: number;
  /** Null: the author gets none, and no email. */
  reason: string | null;
  now?: Date;
}

/** Hides a track from all but its author, who is notified and emailed. Throws `NotFound`, `Conflict` if it is down already. */
export async function takeDownTrack(options: TakedownOptions): Promise<void> {
  const { reason, now = new Date() } = options;
  await write(async (tx) => {
    const { userId, title } = await takeDownLocked(tx, { ...options, now });
    const email = { userId, count: 1, titles: [title] };
    await sendModerationEmail(tx, { action: "take-down", email, reason, now });
  });
}

/** `takeDownTrack` within a transaction, without the email. Returns author and title. */
export async function takeDownLocked(
  tx: Db,
  options: TakedownOptions & { now: Date },
): Promise<{ userId: string; title: string }> {
  const { actor, trackId, reason, now } = options;
  const { userId, title, isVisible, takenDownAt } = await lockTrackWithAuthor(tx, trackId);
  if (takenDownAt !== null) throw new Conflict(moderationMessages.alreadyTakenDown);
  await tx
    .update(tracks)
    .set({ isVisible: false, takenDownAt: now, takedownReason: reason, wasVisibleBefore: isVisible })
    .where(eq(tracks.id, trackId));
  await removeFromReview(tx, trackId);
  await retractFromFollowers(tx, { trackId });
  await replaceModerationNotification(tx, { type: "track_withheld", userId, trackId, now });
  await recordAudit(tx, {
    actor,
    action: "track.withhold",
    target: { type: "track", id: trackId },
    before: { isVisible, isWithheld: false },
    after: { isVisible: false, isWithheld: true, reason },
    now,
  });
  return { userId, title };
}

/** Replaces what the author was told before. The account is locked for share. */
async function replaceModerationNotification(
  tx: Db,
  options: { type: "track_withheld" | "track_released"; userId: string; trackId: number; now: Date },
): Promise<void> {
  const { type, userId, trackId, now } = options;
  await removeNotifications(
    tx,
    and(
      eq(notifications.trackId, trackId),
      inArray(notifications.type, ["track_withheld", "track_released"]),
    ),
  );
  await notify(tx, { userId, event: { type, trackId }, now });
}

interface Restoration {
  actor: Actor;
  trackId: number;
  now?: Date;
}

/**
 * Restores a taken down track: visible if its author had it so, and reviewed, so that visitors' lists show it at once. Notifies
 * and emails the author. Throws `NotFound`, and `Conflict` if it is not taken down.
 */
export async function restoreTrack(options: Restoration): Promise<void> {
  const { now = new Date() } = options;
  await write(async (tx) => {
    const { userId, title } = await restoreLocked(tx, { ...options, now });
    const email = { userId, count: 1, titles: [title] };
    await sendModerationEmail(tx, { action: "restore", email, reason: null, now });
  });
}

/** `restoreTrack` within a transaction, without the email. Returns author and title. */
export async function restoreLocked(
  tx: Db,
  options: Restoration & { now: Date },
): Promise<{ userId: string; title: string }> {
  const { actor, trackId, now } = options;
  const track = await lockTrackWithAuthor(tx, trackId);
  const { userId, title, takenDownAt, takedownReason, wasVisibleBefore, listedFrom } = track;
  if (takenDownAt === null) throw new Conflict(moderationMessages.notTakenDown);
  const isVisible = wasVisibleBefore ?? false;
  const isWaiting = listedFrom !== null && listedFrom > now;
  await tx
    .update(tracks)
    .set({
      isVisible,
      takenDownAt: null,
      takedownReason: null,
      wasVisibleBefore: null,
      ...(isWaiting ? { listedFrom: null, reviewedAt: now } : {}),
    })
    .where(eq(tracks.id, trackId));
  await removeFromReview(tx, trackId);
  await replaceModerationNotification(tx, { type: "track_released", userId, trackId, now });
  await recordAudit(tx, {
    actor,
    action: "track.release",
    target: { type: "track", id: trackId },
    before: { isVisible: false, isWithheld: true, reason: takedownReason },
    after: { isVisible, isWithheld: false, ...(isWaiting ? { isReviewed: true } : {}) },
    now,
  });
  return { userId, title };
}

/** Locks a track, and the author's account, which will be notified. Throws `NotFound`. */
export async function lockTrackWithAuthor(tx: Db, trackId: number): Promise<typeof tracks.$inferSelect> {
  const [found] = await tx.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  if (found) await lockUsersForShare(tx, [found.userId]);
  const [track] = await forUpdate(tx.select().from(tracks).where(eq(tracks.id, trackId)), "no key update");
  if (!track) throw new NotFound(moderationMessages.missing);
  return track;
}
