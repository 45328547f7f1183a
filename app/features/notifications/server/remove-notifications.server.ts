import { and, asc, inArray, lte, type SQL } from "drizzle-orm";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { notifications } from "#db/schema/index.ts";

/** Deletes notifications of all members, read or not. Locks them by id: call it after all other locks of `tx`. */
export async function removeNotifications(tx: Db, which: SQL | undefined): Promise<void> {
  const locked = forUpdate(
    tx.select({ id: notifications.id }).from(notifications).where(which).orderBy(notifications.id),
    "update",
  );
  const removed = await tx
    .delete(notifications)
    .where(inArray(notifications.id, locked))
    .returning({ userId: notifications.userId, isRead: notifications.isRead });
  publishLostUnread(removed);
}

function publishLostUnread(removed: readonly { userId: string; isRead: boolean }[]): void {
  const userIds = new Set(removed.filter(({ isRead }) => !isRead).map(({ userId }) => userId));
  if (userIds.size > 0)
    afterCommit(() => userIds.forEach((userId) => void publishChange({ userId }, "unread")));
}

export const notificationRetentionDays = 180;
const batchSize = 1000;
const maxBatches = 300;

/** Deletes notifications after 180 days. No milestone is notified again, because a track reaches each count once. */
export async function removeOldNotifications(now: Date = new Date()): Promise<number> {
  const { id, userId, isRead, createdAt } = notifications;
  const isOld = lte(createdAt, new Date(now.getTime() - notificationRetentionDays * dayMs));
  let total = 0;
  for (let batch = 0; batch < maxBatches; batch++) {
    const removed = await write(async (tx) => {
      // Doesn't wait: a member may be marking them read, with locks in another order.
      const oldest = forUpdate(
        tx.select({ id }).from(notifications).where(isOld).orderBy(asc(createdAt)).limit(batchSize),
        "update",
        { noWait: true },
      );
      const rows = await tx
        .delete(notifications)
        .where(and(isOld, inArray(id, oldest)))
        .returning({ userId, isRead });
      publishLostUnread(rows);
      return rows;
    });
    total += removed.length;
    if (removed.length < batchSize) break;
  }
  return total;
}
