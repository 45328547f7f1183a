import { and, asc, inArray, lte, type SQL } from "drizzle-orm";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { notifications } from "#db/schema/index.ts";

/**
 * Deletes the notifications that match `which`, of all members, read or not: their subject was deleted or must no longer be
 * shown. Locks them in the order of their ids; call it after all other locks of `tx`.
 */
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

/** Publishes the changed unread count of every member who lost an unread notification, after the commit. */
function publishLostUnread(removed: readonly { userId: string; isRead: boolean }[]): void {
  const userIds = new Set(removed.filter(({ isRead }) => !isRead).map(({ userId }) => userId));
  if (userIds.size > 0)
    afterCommit(() => userIds.forEach((userId) => void publishChange({ userId }, "unread")));
}

/** Retention of notifications. */
export const notificationRetentionDays = 180;
/** Rows per transaction, so that other writers get their turn in between. */
const batchSize = 1000;
/** Transactions per sweep; the rest waits for the next. */
const maxBatches = 300;

/**
 * Deletes notifications after 180 days, read or not. A milestone is not notified again: a track reaches each play count
 * once.
 */
export async function removeOldNotifications(now: Date = new Date()): Promise<void> {
  const { id, userId, isRead, createdAt } = notifications;
  const isOld = lte(createdAt, new Date(now.getTime() - notificationRetentionDays * 24 * 60 * 60 * 1000));
  for (let batch = 0; batch < maxBatches; batch++) {
    const removed = await write(async (tx) => {
      // No waiting: a member may be marking them read, with locks in another order.
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
    if (removed.length < batchSize) return;
  }
}
