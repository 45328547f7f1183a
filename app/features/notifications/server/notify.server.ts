import { and, asc, eq, exists, inArray, ne, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { blockExists } from "#app/features/blocks/is-blocked.server.ts";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { enqueuePush } from "#app/features/push/server/enqueue-push.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { notifications, pushSubscriptions, users } from "#db/schema/index.ts";
import { dedupeKey, groupKey, type NotificationEvent } from "../notifications.ts";

/**
 * Notifies a member of an event once, in the transaction that causes it, and enqueues push messages. Writes nothing for a
 * member's own acts, unapproved actors, unapproved recipients, the official account, and where one of the two blocks the other.
 * `tx` has locked both accounts for share (`lockUsersForShare`), and the track or playlist.
 */
export async function notify(
  tx: Db,
  options: { userId: string; event: NotificationEvent; now?: Date },
): Promise<void> {
  const { userId, event, now = new Date() } = options;
  const actorId = "actorId" in event ? event.actorId : null;
  if (actorId === userId || !(await isNotifiable(tx, { userId, actorId }))) return;
  const key = groupKey(event, tokyoDay(now));
  const [inserted] = await tx
    .insert(notifications)
    .values({ userId, ...event, dedupeKey: dedupeKey(event), groupKey: key, createdAt: now })
    .onConflictDoNothing()
    .returning({
      hasDevices: sql<
        boolean | number
      >`exists (select 1 from ${pushSubscriptions} where ${eq(pushSubscriptions.userId, userId)})`,
    });
  if (!inserted) return;
  // Not awaited: on Postgres it is a transaction of its own, whose result does not matter here.
  afterCommit(() => void publishChange({ userId }, "unread"));
  if (inserted.hasDevices) await enqueuePush(tx, { userId, groupKey: key, now });
}

/**
 * Notifies many members of an event, each once, and enqueues push messages to those whom `pushTo` (of `users`) leaves. `tx` has
 * locked them for share; the caller sees to what `notify` asks of a recipient. Returns how many had not been notified before.
 */
export async function notifyMany(
  tx: Db,
  options: { userIds: readonly string[]; event: NotificationEvent; pushTo?: SQL; now: Date },
): Promise<number> {
  const { userIds, event, pushTo, now } = options;
  if (userIds.length === 0) return 0;
  const key = groupKey(event, tokyoDay(now));
  const row = { ...event, dedupeKey: dedupeKey(event), groupKey: key, createdAt: now };
  const added = await tx
    .insert(notifications)
    .values(userIds.map((userId) => ({ ...row, userId })))
    .onConflictDoNothing()
    .returning({ userId: notifications.userId });
  const addedIds = added.map(({ userId }) => userId);
  for (const userId of await findPushed(tx, addedIds, pushTo))
    await enqueuePush(tx, { userId, groupKey: key, now });
  afterCommit(() => addedIds.forEach((userId) => void publishChange({ userId }, "unread")));
  return added.length;
}

async function findPushed(tx: Db, userIds: readonly string[], pushTo: SQL | undefined): Promise<string[]> {
  if (userIds.length === 0) return [];
  const devices = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, users.id));
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), pushTo, exists(devices)))
    .orderBy(asc(users.id));
  return rows.map(({ id }) => id);
}

/**
 * Whether the recipient is approved and not the official account, and the actor, if any, is approved, and neither blocks the
 * other.
 */
async function isNotifiable(
  tx: Db,
  { userId, actorId }: { userId: string; actorId: string | null },
): Promise<boolean> {
  const actors = alias(users, "actors");
  const actor = tx
    .select({ id: actors.id })
    .from(actors)
    .where(and(eq(actors.id, actorId ?? ""), eq(actors.state, "approved")));
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.state, "approved"),
        ne(users.provider, "system"),
        actorId === null ? undefined : exists(actor),
        actorId === null ? undefined : not(blockExists(users.id, actorId)),
      ),
    );
  return found.length > 0;
}

/**
 * Deletes the unread notification of an undone event. `tx` has locked the track or playlist as for `notify`; accounts need no
 * lock, because no row that refers to them is written.
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
