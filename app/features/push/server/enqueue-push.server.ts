import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { enqueue } from "#app/queue/queue.ts";
import { type Db, db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { pushDeliveries, pushSubscriptions } from "#db/schema/index.ts";
import { testGroupKey } from "../push.ts";

/**
 * Makes a message about a notification group due on each of the member's browsers. A pending message covers the new
 * notification too; during the cooldown of a sent one it waits for its end. Returns the number of browsers. `tx` has locked
 * the member's account for share.
 */
export async function enqueuePush(
  tx: Db,
  options: { userId: string; groupKey: string; now: Date },
): Promise<number> {
  const { userId, groupKey, now } = options;
  // Locked: a subscription deleted concurrently would violate the delivery's foreign key.
  const devices = await forUpdate(
    tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(pushSubscriptions.id),
    "key share",
  );
  for (const { id: subscriptionId } of devices) {
    const [delivery] = await tx
      .insert(pushDeliveries)
      .values({ subscriptionId, groupKey, dueAt: now, createdAt: now })
      .onConflictDoUpdate({
        target: [pushDeliveries.subscriptionId, pushDeliveries.groupKey],
        set: {
          version: sql`${pushDeliveries.version} + 1`,
          createdAt: now,
          // A test message is sent at once, whatever happened to the previous one.
          ...(groupKey === testGroupKey ? { dueAt: now, attempts: 0 } : {}),
        },
      })
      .returning({ dueAt: pushDeliveries.dueAt });
    // Later ones are enqueued by `enqueueDuePushes`.
    if (!delivery || delivery.dueAt > now) continue;
    await enqueue(tx, {
      name: "send-push",
      payload: { subscriptionId, bundle: groupKey },
      key: `${subscriptionId} ${groupKey}`,
    });
  }
  return devices.length;
}

/**
 * Sends a test message to each of the member's browsers; returns their number. Throws `NotAuthenticated` when the account
 * was deleted.
 */
export function sendTestPush(options: { viewer: { id: string }; now?: Date }): Promise<number> {
  const { viewer, now = new Date() } = options;
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    return enqueuePush(tx, { userId: viewer.id, groupKey: testGroupKey, now });
  });
}

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
