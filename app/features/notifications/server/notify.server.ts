import { and, eq, exists, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { pushToDevices } from "#app/features/push/server/push-to-devices.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { notifyUnread } from "#db/notify.ts";
import { notifications, pushSubscriptions, users } from "#db/schema/index.ts";
import { bundleOf, causeOf, type Happening } from "../notification.ts";

/**
 * Tells a member what has happened, in the transaction that makes it happen and whose rows it holds: `tx` keeps the
 * accounts of the member and of who did it (`keepAccounts`), and holds the track or playlist. The same thing is told
 * once. Nobody is told of their own acts, nor of those of an account that is not approved; such accounts, and the
 * house's, are told nothing.
 */
export async function notify(
  tx: Db,
  options: { userId: string; happening: Happening; now?: Date },
): Promise<void> {
  const { userId, happening, now = new Date() } = options;
  const actorId = "actorId" in happening ? happening.actorId : null;
  if (actorId === userId || !(await mayBeTold(tx, { userId, actorId }))) return;
  const bundle = bundleOf(happening, tokyoDay(now));
  const told = await tx
    .insert(notifications)
    .values({ userId, ...happening, cause: causeOf(happening), bundle, createdAt: now })
    .onConflictDoNothing()
    .returning({
      hasDevices: sql<
        boolean | number
      >`exists (select 1 from ${pushSubscriptions} where ${eq(pushSubscriptions.userId, userId)})`,
    });
  if (told.length === 0) return;
  // Not waited for: on Postgres it is a transaction of its own, of which the call need not know.
  afterCommit(() => void notifyUnread(userId));
  if (told[0]?.hasDevices) await pushToDevices(tx, { userId, bundle, now });
}

/** Whether the member is an approved one and no house, and so is who did it, if anybody did. */
async function mayBeTold(
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
        ne(users.provider, "house"),
        actorId === null ? undefined : exists(actor),
      ),
    );
  return found.length > 0;
}
