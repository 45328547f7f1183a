import { and, asc, inArray, lte } from "drizzle-orm";
import { afterCommit, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { notifyUnread } from "#db/notify.ts";
import { notifications } from "#db/schema/index.ts";

/** How long a member is told of what happened. */
export const keptDays = 180;
/** Notifications of one transaction: other writers have their turn in between. */
const atOnce = 1000;
/** Transactions of one sweep; more waits for the next. */
const mostRounds = 300;

/**
 * Removes notifications after 180 days, read or not. Milestones are not told again for it: a track reaches each number of
 * plays once.
 */
export async function removeOldNotifications(now: Date = new Date()): Promise<void> {
  const { id, userId, isRead, createdAt } = notifications;
  const isOld = lte(createdAt, new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000));
  for (let round = 0; round < mostRounds; round++) {
    const removed = await write(async (tx) => {
      // Somebody may be reading them, in another order: this gives way.
      const oldest = held(
        tx.select({ id }).from(notifications).where(isOld).orderBy(asc(createdAt)).limit(atOnce),
        "update",
        { noWait: true },
      );
      const rows = await tx
        .delete(notifications)
        .where(and(isOld, inArray(id, oldest)))
        .returning({ userId, isRead });
      const losing = new Set(rows.filter((row) => !row.isRead).map((row) => row.userId));
      if (losing.size > 0) afterCommit(() => losing.forEach((member) => void notifyUnread(member)));
      return rows;
    });
    if (removed.length < atOnce) return;
  }
}
