import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { type Db, write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { lockTrackWithPoster } from "./locks.server.ts";
import { moderationMessages } from "./moderation.ts";
import { sendModerationLetter } from "./moderation-letter.server.ts";
import { replaceModerationNotification } from "./withhold-track.server.ts";

interface Release {
  actor: Actor;
  trackId: number;
  now?: Date;
}

/**
 * Releases a withheld track: it is visible again if its poster had it visible, and counts as reviewed: visitors' lists of the
 * whole site show it at once. The poster is notified and gets an email.
 * Throws `NotFound`, and `Conflict` for one that is not withheld.
 */
export async function releaseTrack(options: Release): Promise<void> {
  const { now = new Date() } = options;
  await write(async (tx) => {
    const { userId, title } = await releaseLocked(tx, { ...options, now });
    const letter = { userId, count: 1, titles: [title] };
    await sendModerationLetter(tx, { action: "release", letter, reason: null, now });
  });
}

/** The same within a transaction, without the email. Returns the track's poster and title. */
export async function releaseLocked(
  tx: Db,
  options: Release & { now: Date },
): Promise<{ userId: string; title: string }> {
  const { actor, trackId, now } = options;
  const track = await lockTrackWithPoster(tx, trackId);
  const { userId, title, withheldAt, withheldReason, visibleOnRelease, listedFrom } = track;
  if (withheldAt === null) throw new Conflict(moderationMessages.notWithheld);
  const isVisible = visibleOnRelease ?? false;
  const isWaiting = listedFrom !== null && listedFrom > now;
  await tx
    .update(tracks)
    .set({
      isVisible,
      withheldAt: null,
      withheldReason: null,
      visibleOnRelease: null,
      ...(isWaiting ? { listedFrom: null, reviewedAt: now } : {}),
    })
    .where(eq(tracks.id, trackId))
    .returning({ id: tracks.id });
  await replaceModerationNotification(tx, { type: "track_released", userId, trackId, now });
  await recordAudit(tx, {
    actor,
    action: "track.release",
    target: { type: "track", id: trackId },
    before: { isVisible: false, isWithheld: true, reason: withheldReason },
    after: { isVisible, isWithheld: false, ...(isWaiting ? { isReviewed: true } : {}) },
    now,
  });
  return { userId, title };
}
