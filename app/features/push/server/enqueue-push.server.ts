import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { enqueue } from "#app/queue/queue.ts";
import { type Db, db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { pushDeliveries, pushSubscriptions } from "#db/schema/index.ts";
import { type PushRecipient, testGroupKey } from "../push.ts";

/**
 * Makes a group's message due on each browser of the recipient. A pending message covers the new notification; during a cooldown
 * it waits for the end. Returns the number of browsers. `tx` has locked a member's account for share.
 */
export async function enqueuePush(
  tx: Db,
  options: PushRecipient & { groupKey: string; now: Date },
): Promise<number> {
  const { groupKey, now } = options;
  // Prevents a foreign key violation by a concurrent deletion.
  const devices = await forUpdate(
    tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(isOf(options))
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
          // A test message is sent at once, whatever happened to the last one.
          ...(groupKey === testGroupKey ? { dueAt: now, attempts: 0 } : {}),
        },
      })
      .returning({ dueAt: pushDeliveries.dueAt });
    // `enqueueDuePushes` enqueues later ones.
    if (!delivery || delivery.dueAt > now) continue;
    await enqueue(tx, {
      name: "send-push",
      payload: { subscriptionId, bundle: groupKey },
      key: `${subscriptionId} ${groupKey}`,
    });
  }
  return devices.length;
}

export const isOf = (recipient: PushRecipient) =>
  "userId" in recipient
    ? eq(pushSubscriptions.userId, recipient.userId)
    : eq(pushSubscriptions.operatorId, recipient.operatorId);

/** Sends a test message to each browser; returns their number. Throws `NotAuthenticated`. */
export function sendTestPush(options: { viewer: { id: string }; now?: Date }): Promise<number> {
  const { viewer, now = new Date() } = options;
  return write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    return enqueuePush(tx, { userId: viewer.id, groupKey: testGroupKey, now });
  });
}

/**
 * Enqueues every due message: retries, what joined during a cooldown, and lost jobs. The queue rejects a second live job for a
 * message. Deletes finished deliveries too. Returns the number of due messages.
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

const batchSize = 1000;
const maxBatches = 300;

/** After the cooldown, unless a notification has joined. */
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
