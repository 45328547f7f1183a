import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { pushDeliveries, pushSubscriptions } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import { testBundle } from "../test-bundle.ts";

/**
 * Makes a message due on each of the member's browsers; one that waits already tells of both, and where one has just been
 * sent it comes when that is ten minutes ago. Returns how many browsers there are. `tx` keeps the member's account.
 */
export async function pushToDevices(
  tx: Db,
  options: { userId: string; bundle: string; now: Date },
): Promise<number> {
  const { userId, bundle, now } = options;
  // Kept, as one whose session ends at this moment would leave the message without its device.
  const devices = await held(
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
      .values({ subscriptionId, bundle, dueAt: now, createdAt: now })
      .onConflictDoUpdate({
        target: [pushDeliveries.subscriptionId, pushDeliveries.bundle],
        set: {
          version: sql`${pushDeliveries.version} + 1`,
          createdAt: now,
          // Who tries out a device that could not be reached wants to know now.
          ...(bundle === testBundle ? { dueAt: now, attempts: 0 } : {}),
        },
      })
      .returning({ dueAt: pushDeliveries.dueAt });
    // What is due later is seen to by the recovery.
    if (!delivery || delivery.dueAt > now) continue;
    await enqueue(tx, {
      name: "send-push",
      payload: { subscriptionId, bundle },
      key: `${subscriptionId} ${bundle}`,
    });
  }
  return devices.length;
}
