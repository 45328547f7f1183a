import { and, eq, ne, sql } from "drizzle-orm";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { notifyUnread } from "#db/notify.ts";
import { notifications, pushDeliveries, pushSubscriptions, users } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import { bundleOf, causeOf, type Happening } from "./notification.ts";

/**
 * Tells a member what has happened, in the transaction that makes it happen and whose rows it holds: `tx` keeps the
 * accounts of the member and of who did it (`keepAccounts`), and holds the track or playlist. The same thing is told
 * once. Nobody is told of their own acts; accounts that are not approved, and the house's, are told nothing.
 */
export async function notify(
  tx: Db,
  options: { userId: string; happening: Happening; now?: Date },
): Promise<void> {
  const { userId, happening, now = new Date() } = options;
  if ("actorId" in happening && happening.actorId === userId) return;
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.state, "approved"), ne(users.provider, "house")));
  if (!member) return;
  const bundle = bundleOf(happening, tokyoDay(now));
  const told = await tx
    .insert(notifications)
    .values({ userId, ...happening, cause: causeOf(happening), bundle, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  if (told.length === 0) return;
  afterCommit(() => notifyUnread(userId));
  await pushToDevices(tx, { userId, bundle, now });
}

/** Makes a message due on each of the member's devices; one that waits already tells of both. */
async function pushToDevices(tx: Db, options: { userId: string; bundle: string; now: Date }): Promise<void> {
  const { userId, bundle, now } = options;
  const devices = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  for (const { id: subscriptionId } of devices) {
    await tx
      .insert(pushDeliveries)
      .values({ subscriptionId, bundle, dueAt: now, createdAt: now })
      .onConflictDoUpdate({
        target: [pushDeliveries.subscriptionId, pushDeliveries.bundle],
        set: { version: sql`${pushDeliveries.version} + 1` },
      })
      .returning({ subscriptionId: pushDeliveries.subscriptionId });
    await enqueue(tx, {
      name: "send-push",
      payload: { subscriptionId, bundle },
      key: `${subscriptionId} ${bundle}`,
    });
  }
}
