import { and, eq } from "drizzle-orm";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { notifications } from "#db/schema/index.ts";
import { dedupeKey, type NotificationEvent } from "../notifications.ts";

/**
 * Deletes the notification of an event that was undone, unless it was read. `tx` has locked the track or playlist as for
 * `notify`; the accounts need no lock, since no row that refers to them is written.
 */
export async function retractNotification(
  tx: Db,
  options: { userId: string; event: NotificationEvent },
): Promise<void> {
  const { userId, event } = options;
  const removed = await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.dedupeKey, dedupeKey(event)),
        eq(notifications.isRead, false),
      ),
    )
    .returning({ id: notifications.id });
  if (removed.length > 0) afterCommit(() => void publishChange({ userId }, "unread"));
}
