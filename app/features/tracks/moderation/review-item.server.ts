import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { reviewItems } from "#db/schema/index.ts";

type Item = typeof reviewItems.$inferInsert;

/**
 * Queues a member's track for 「前に見てから」, in the transaction that publishes or corrects it and has locked it. A queued one now
 * stands for its new form.
 */
export async function queueForReview(
  tx: Db,
  item: Pick<Item, "trackId" | "cause" | "harms"> & { now: Date },
): Promise<void> {
  const { trackId, cause, harms, now } = item;
  const values = { harms, queuedAt: now, setAsideAt: null, claimedBy: null, claimedUntil: null };
  await tx
    .insert(reviewItems)
    .values({ trackId, cause, ...values })
    .onConflictDoUpdate({ target: reviewItems.trackId, set: values });
}

/** Removes a track that an operator has looked at. The caller has locked the track. */
export async function removeFromReview(tx: Db, trackId: number): Promise<void> {
  await tx.delete(reviewItems).where(eq(reviewItems.trackId, trackId));
}
