import { and, asc, gt, lte } from "drizzle-orm";
import { db, write } from "#db/client.ts";
import { pushDeliveries } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import { removeRestedPushes } from "./remove-rested-pushes.server.ts";

/**
 * Gives every message that is due a job: those whose time to be tried again has come, what joined one that was sent, and
 * those whose job was lost. The queue refuses a second job for one that has a live one. Rows that have rested and have
 * nothing to tell go. Returns how many were due.
 */
export async function recoverPushes(now: Date = new Date()): Promise<number> {
  const due = await db
    .select({ subscriptionId: pushDeliveries.subscriptionId, bundle: pushDeliveries.bundle })
    .from(pushDeliveries)
    .where(and(lte(pushDeliveries.dueAt, now), gt(pushDeliveries.version, pushDeliveries.sentVersion)))
    .orderBy(asc(pushDeliveries.dueAt))
    .limit(1000);
  for (const { subscriptionId, bundle } of due) {
    await write((tx) =>
      enqueue(tx, {
        name: "send-push",
        payload: { subscriptionId, bundle },
        key: `${subscriptionId} ${bundle}`,
      }),
    );
  }
  await removeRestedPushes(now);
  return due.length;
}
