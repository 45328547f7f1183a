import { and, asc, eq, lte, type SQL } from "drizzle-orm";
import { afterCommit, type Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { notifyUnread } from "#db/notify.ts";
import { notifications } from "#db/schema/index.ts";

/** Marks the member's unread notifications read, or those among them that `which` is about. */
export async function markRead(tx: Db, options: { userId: string; which?: SQL | undefined }): Promise<void> {
  const { userId } = options;
  const which = and(eq(notifications.userId, userId), eq(notifications.isRead, false), options.which);
  const unread = await held(
    tx.select({ id: notifications.id }).from(notifications).where(which).orderBy(asc(notifications.id)),
    "no key update",
  );
  const last = unread.at(-1);
  if (!last) return;
  await tx
    .update(notifications)
    .set({ isRead: true })
    // What has come since was not held, and is not read.
    .where(and(which, lte(notifications.id, last.id)))
    .returning({ id: notifications.id });
  afterCommit(() => notifyUnread(userId));
}
