import { inArray, type SQL } from "drizzle-orm";
import { afterCommit, type Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { notifyUnread } from "#db/notify.ts";
import { notifications } from "#db/schema/index.ts";

/**
 * Takes notifications away from everybody, read or not: what they tell of is gone, or must not be told any more. They
 * are held in the order of their ids, after all else that `tx` holds.
 */
export async function removeNotifications(tx: Db, which: SQL | undefined): Promise<void> {
  const inOrder = held(
    tx.select({ id: notifications.id }).from(notifications).where(which).orderBy(notifications.id),
    "update",
  );
  const removed = await tx
    .delete(notifications)
    .where(inArray(notifications.id, inOrder))
    .returning({ userId: notifications.userId, isRead: notifications.isRead });
  const losing = new Set(removed.filter(({ isRead }) => !isRead).map(({ userId }) => userId));
  if (losing.size > 0) afterCommit(() => losing.forEach((userId) => void notifyUnread(userId)));
}
