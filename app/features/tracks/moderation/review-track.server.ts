import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { type Db, write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { moderationMessages } from "./moderation.ts";
import { removeFromReview } from "./review-item.server.ts";
import { lockTrackWithAuthor } from "./take-down-track.server.ts";

interface Review {
  actor: Actor;
  trackId: number;
  now?: Date;
}

/**
 * Marks a new author's track as reviewed (確認済み): visitors' lists show it at once, and later reports don't hold it. Throws
 * `NotFound`, and `Conflict` for one that does not wait.
 */
export async function reviewTrack(options: Review): Promise<void> {
  await write((tx) => reviewLocked(tx, { ...options, now: options.now ?? new Date() }));
}

/** `reviewTrack` within a transaction. Returns author and title. */
export async function reviewLocked(
  tx: Db,
  options: Review & { now: Date },
): Promise<{ userId: string; title: string }> {
  const { trackId, now } = options;
  const { userId, title, listedFrom } = await lockTrackWithAuthor(tx, trackId);
  if (listedFrom === null || listedFrom <= now) throw new Conflict(moderationMessages.notWaiting);
  await markReviewed(tx, options);
  return { userId, title };
}

/** Marks a track as reviewed, waiting or not, within a transaction that has locked it. */
export async function markReviewed(tx: Db, options: Review & { now: Date }): Promise<void> {
  const { actor, trackId, now } = options;
  await tx.update(tracks).set({ listedFrom: null, reviewedAt: now }).where(eq(tracks.id, trackId));
  await removeFromReview(tx, trackId);
  await recordAudit(tx, {
    actor,
    action: "track.review",
    target: { type: "track", id: trackId },
    before: { isReviewed: false },
    after: { isReviewed: true },
    now,
  });
}
