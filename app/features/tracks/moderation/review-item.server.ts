import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { reviewItems } from "#db/schema/index.ts";

type Item = typeof reviewItems.$inferInsert;

/**
 * Puts a member's track into the operators' queue 「前に見てから」, in the transaction that publishes or corrects it and has locked
 * it; one that is there already stands for its new form from now on.
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

/** Takes a track out of the queue: an operator has looked at it, there or elsewhere. The caller has locked the track. */
export async function removeFromReview(tx: Db, trackId: number): Promise<void> {
  await tx.delete(reviewItems).where(eq(reviewItems.trackId, trackId));
}
