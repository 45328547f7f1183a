import { and, eq, ne } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { startOfTokyoDay, tokyoDay } from "#app/lib/tokyo-day.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { moderationMessages, untilUndone } from "./moderation.ts";
import { lockTrackWithAuthor } from "./take-down-track.server.ts";

/**
 * Chooses a public track as 今夜の一本: for `day` (YYYY-MM-DD in Asia/Tokyo), or (null) until that is undone, instead of the last
 * such choice. The one that began last is shown. Throws `NotFound`, and `Conflict` for a track that is not public and a past
 * day.
 */
export async function featureTrack(options: {
  actor: Actor;
  trackId: number;
  day: string | null;
}): Promise<void> {
  const { actor, trackId, day } = options;
  const now = new Date();
  if (day !== null && day < tokyoDay(now)) throw new Conflict(moderationMessages.featuredDayOver);
  const from = day === null ? now : startOfTokyoDay(day);
  const until = day === null ? untilUndone : new Date(from.getTime() + dayMs);
  await write(async (tx) => {
    const before = await lockTrackWithAuthor(tx, trackId);
    if (!before.isVisible) throw new Conflict(moderationMessages.notFeaturable);
    if (day === null)
      await tx
        .update(tracks)
        .set({ featuredFrom: null, featuredUntil: null })
        .where(and(eq(tracks.featuredUntil, untilUndone), ne(tracks.id, trackId)));
    await tx.update(tracks).set({ featuredFrom: from, featuredUntil: until }).where(eq(tracks.id, trackId));
    await recordAudit(tx, {
      actor,
      action: "track.feature",
      target: { type: "track", id: trackId },
      before: { isFeatured: before.featuredFrom !== null },
      after: { isFeatured: true, day },
    });
  });
}

/** Undoes `featureTrack`; a track that is not chosen stays. Throws `NotFound`. */
export async function unfeatureTrack({ actor, trackId }: { actor: Actor; trackId: number }): Promise<void> {
  await write(async (tx) => {
    const before = await lockTrackWithAuthor(tx, trackId);
    if (before.featuredFrom === null) return;
    await tx.update(tracks).set({ featuredFrom: null, featuredUntil: null }).where(eq(tracks.id, trackId));
    await recordAudit(tx, {
      actor,
      action: "track.feature",
      target: { type: "track", id: trackId },
      before: { isFeatured: true },
      after: { isFeatured: false },
    });
  });
}
