import { and, eq } from "drizzle-orm";
import { afterCommit, type Db } from "#db/client.ts";
import { notifyUnread } from "#db/notify.ts";
import { notifications } from "#db/schema/index.ts";
import { causeOf, type Happening } from "../notification.ts";

/**
 * What was undone is not told (any more), unless the member has read of it already. `tx` holds what `notify` needs held
 * but the accounts: nothing is written that refers to them.
 */
export async function takeBack(tx: Db, options: { userId: string; happening: Happening }): Promise<void> {
  const { userId, happening } = options;
  const removed = await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.cause, causeOf(happening)),
        eq(notifications.isRead, false),
      ),
    )
    .returning({ id: notifications.id });
  if (removed.length > 0) afterCommit(() => void notifyUnread(userId));
}
