import { eq, sql } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { pushDeliveries, pushSubscriptions } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
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
