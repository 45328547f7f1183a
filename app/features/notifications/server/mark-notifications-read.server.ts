import { and, asc, eq, inArray, lte, or, type SQL } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { notifications } from "#db/schema/index.ts";

async function markRead(tx: Db, options: { userId: string; which?: SQL | undefined }): Promise<void> {
  const { userId } = options;
  const which = and(eq(notifications.userId, userId), eq(notifications.isRead, false), options.which);
  const unread = await forUpdate(
    tx.select({ id: notifications.id }).from(notifications).where(which).orderBy(asc(notifications.id)),
    "no key update",
  );
  const last = unread.at(-1);
  if (!last) return;
  await tx
    .update(notifications)
    .set({ isRead: true })
    // Notifications added since the lock stay unread.
    .where(and(which, lte(notifications.id, last.id)));
  afterCommit(() => publishChange({ userId }, "unread"));
}

/** Marks all of the member's notifications read. */
export async function markAllNotificationsRead(options: { viewer: { id: string } }): Promise<void> {
  await write((tx) => markRead(tx, { userId: options.viewer.id }));
}

/**
 * Marks notifications read with the older ones of their groups; what joins in the meantime stays unread. Ignores ids of others
 * and of retracted ones. Returns how many were found.
 */
export async function markNotificationsRead(options: {
  viewer: { id: string };
  ids: readonly number[];
}): Promise<number> {
  const { viewer, ids } = options;
  return write(async (tx) => {
    const found = await tx
      .select({ id: notifications.id, groupKey: notifications.groupKey })
      .from(notifications)
      .where(and(inArray(notifications.id, [...ids]), eq(notifications.userId, viewer.id)));
    if (found.length === 0) return 0;
    const each = found.map(({ id, groupKey }) =>
      and(eq(notifications.groupKey, groupKey), lte(notifications.id, id)),
    );
    await markRead(tx, { userId: viewer.id, which: or(...each) });
    return found.length;
  });
}

/** `markNotificationsRead` for one. Throws `NotFound` for an unknown, retracted or another member's one. */
export async function markNotificationRead(options: { viewer: { id: string }; id: number }): Promise<void> {
  const { viewer, id } = options;
  const found = await markNotificationsRead({ viewer, ids: [id] });
  if (found === 0) throw new NotFound("通知が見つかりません");
}
