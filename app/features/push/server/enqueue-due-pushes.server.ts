import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { pushDeliveries } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";

/**
 * Enqueues a job for every message that is due: retries, notifications that joined during a cooldown, and messages whose
 * job was lost. The queue rejects a second live job for the same message. Also deletes finished deliveries. Returns the
 * number of due messages.
 */
export async function enqueueDuePushes(now: Date = new Date()): Promise<number> {
  const due = await db
    .select({ subscriptionId: pushDeliveries.subscriptionId, groupKey: pushDeliveries.groupKey })
    .from(pushDeliveries)
    .where(and(lte(pushDeliveries.dueAt, now), gt(pushDeliveries.version, pushDeliveries.sentVersion)))
    .orderBy(asc(pushDeliveries.dueAt))
    .limit(1000);
  for (const { subscriptionId, groupKey } of due) {
    await write((tx) =>
      enqueue(tx, {
        name: "send-push",
        payload: { subscriptionId, bundle: groupKey },
        key: `${subscriptionId} ${groupKey}`,
      }),
    );
  }
  await removeFinishedPushes(now);
  return due.length;
}

/** Rows per transaction, so that other writers get their turn in between. */
const batchSize = 1000;
/** Transactions per sweep; the rest waits for the next. */
const maxBatches = 300;

/** Deletes sent messages after their cooldown, unless a notification has joined meanwhile. */
async function removeFinishedPushes(now: Date): Promise<void> {
  const { subscriptionId, groupKey, version, sentVersion, dueAt } = pushDeliveries;
  const isFinished = and(lte(dueAt, now), eq(version, sentVersion));
  for (let round = 0; round < maxBatches; round++) {
    const removed = await write((tx) => {
      // Skips rows that a concurrent notification is joining.
      const finished = forUpdate(
        tx
          .select({ subscriptionId, groupKey })
          .from(pushDeliveries)
          .where(isFinished)
          .orderBy(asc(dueAt))
          .limit(batchSize),
        "update",
        { skipLocked: true },
      );
      return tx
        .delete(pushDeliveries)
        .where(and(isFinished, sql`(${subscriptionId}, ${groupKey}) in ${finished}`))
        .returning({ groupKey });
    });
    if (removed.length < batchSize) return;
  }
}
