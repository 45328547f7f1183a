import { and, eq, inArray } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { type Db, write } from "#db/client.ts";
import { notifications, tracks } from "#db/schema/index.ts";
import { lockTrackWithPoster } from "./locks.server.ts";
import { moderationMessages } from "./moderation.ts";
import { sendModerationLetter } from "./moderation-letter.server.ts";

interface Withholding {
  actor: Actor;
  trackId: number;
  /** What the poster reads; null: the poster is given none, and no email. */
  reason: string | null;
  now?: Date;
}

/**
 * Withholds a track from everybody but its poster, who is notified, reads the reason in an email and cannot undo it. Throws
 * `NotFound`, and `Conflict` for one that is withheld already.
 */
export async function withholdTrack(options: Withholding): Promise<void> {
  const { reason, now = new Date() } = options;
  await write(async (tx) => {
    const { userId, title } = await withholdLocked(tx, { ...options, now });
    const letter = { userId, count: 1, titles: [title] };
    await sendModerationLetter(tx, { action: "withhold", letter, reason, now });
  });
}

/** The same within a transaction, without the email. Returns the track's poster and title. */
export async function withholdLocked(
  tx: Db,
  options: Withholding & { now: Date },
): Promise<{ userId: string; title: string }> {
  const { actor, trackId, reason, now } = options;
  const { userId, title, isVisible, withheldAt } = await lockTrackWithPoster(tx, trackId);
  if (withheldAt !== null) throw new Conflict(moderationMessages.alreadyWithheld);
  await tx
    .update(tracks)
    .set({ isVisible: false, withheldAt: now, withheldReason: reason, visibleOnRelease: isVisible })
    .where(eq(tracks.id, trackId))
    .returning({ id: tracks.id });
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

/** Notifies the poster of the track's state; what they were told of an earlier one goes. The account is locked for share. */
export async function replaceModerationNotification(
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
