import { and, asc, eq, lte, sql } from "drizzle-orm";
import { write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { pushDeliveries } from "#db/schema/index.ts";

/** Rows of one transaction: other writers have their turn in between. */
const atOnce = 1000;
/** Transactions of one sweep; more waits for the next. */
const mostRounds = 300;

/** Removes what was sent, has rested, and was not joined by anything meanwhile. */
export async function removeRestedPushes(now: Date): Promise<void> {
  const { subscriptionId, bundle, version, sentVersion, dueAt } = pushDeliveries;
  const isRested = and(lte(dueAt, now), eq(version, sentVersion));
  for (let round = 0; round < mostRounds; round++) {
    const removed = await write((tx) => {
      // Something may be joining one of them: that one stays.
      const rested = held(
        tx
          .select({ subscriptionId, bundle })
          .from(pushDeliveries)
          .where(isRested)
          .orderBy(asc(dueAt))
          .limit(atOnce),
        "update",
        { skipLocked: true },
      );
      return tx
        .delete(pushDeliveries)
        .where(and(isRested, sql`(${subscriptionId}, ${bundle}) in ${rested}`))
        .returning({ bundle });
    });
    if (removed.length < atOnce) return;
  }
}
