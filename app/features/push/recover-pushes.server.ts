import { asc, lte } from "drizzle-orm";
import { db, write } from "#db/client.ts";
import { pushDeliveries } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";

/**
 * Gives every message that is due a job: those whose time to be tried again has come, and those whose job was lost. The
 * queue refuses a second job for one that has a live one. Returns how many were due.
 */
export async function recoverPushes(now: Date = new Date()): Promise<number> {
  const due = await db
    .select({ subscriptionId: pushDeliveries.subscriptionId, bundle: pushDeliveries.bundle })
    .from(pushDeliveries)
    .where(lte(pushDeliveries.dueAt, now))
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
  return due.length;
}
