import { eq } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { retractFromFollowers } from "#app/features/notifications/server/notify-followers.server.ts";
import { type Db, write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { moderationMessages } from "../moderation/moderation.ts";
import { removeFromReview } from "../moderation/review-item.server.ts";
import { type LockedTrack, lockEditedTrack, type TrackEditor } from "./locks.server.ts";
import { findListingTime, whenReviewed } from "./track-listing.server.ts";

/**
 * Shows or hides a track. A new author's track shown again waits anew for visitors' lists (`findListingTime`): hidden, nobody
 * could report it. The author can undo what the admin does here; `takeDownTrack` prevents that. Throws `NotFound`, `Forbidden`,
 * and `Conflict` for a taken down track.
 */
export async function setTrackVisibility(
  options: TrackEditor & { trackId: number; isVisible: boolean; now?: Date },
): Promise<{ id: number; isVisible: boolean }> {
  const { trackId, isVisible, now = new Date() } = options;
  await write(async (tx) => {
    const before = await lockEditedTrack(tx, { editor: options, trackId });
    if (before.takenDownAt !== null)
      throw new Conflict(
        "actor" in options ? moderationMessages.takedownForAdmin : moderationMessages.takedownForAuthor,
      );
    const isShownByAuthor = "viewer" in options && isVisible && !before.isVisible;
    const listedFrom = isShownByAuthor ? await findTimeAfterHiding(tx, before, now) : before.listedFrom;
    await tx.update(tracks).set({ isVisible, listedFrom }).where(eq(tracks.id, trackId));
    // An operator who hides the track has looked at it.
    if ("actor" in options && !isVisible) await removeFromReview(tx, trackId);
    if ("actor" in options && before.isVisible !== isVisible)
      await recordAudit(tx, {
        actor: options.actor,
        action: "track.visibility",
        target: { type: "track", id: trackId },
        before: { isVisible: before.isVisible },
        after: { isVisible },
      });
    if (!isVisible) await retractFromFollowers(tx, { trackId });
  });
  return { id: trackId, isVisible };
}

/** `listedFrom` of a track shown again. What was reviewed, or never waited, does not wait. */
async function findTimeAfterHiding(tx: Db, track: LockedTrack, now: Date): Promise<Date | null> {
  const { userId: authorId, listedFrom } = track;
  if (listedFrom === null || listedFrom >= whenReviewed) return listedFrom;
  return (await findListingTime(tx, { authorId, now })) ?? listedFrom;
}
