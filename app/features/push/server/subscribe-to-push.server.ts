import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, or } from "drizzle-orm";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { pushSubscriptions, sessions } from "#db/schema/index.ts";
import type { PushSubscriptionInput } from "../push.schema.ts";

/** Browsers of one member that get push messages; beyond, the one that asked longest ago gets none. */
export const mostDevices = 10;

/**
 * From now on this browser gets the member's push messages, until its session ends. A browser has one subscription:
 * another one of the same session takes the place of the last, and one that was somebody else's before moves. Throws
 * `NotAuthenticated` when account or session have ended meanwhile.
 */
export async function subscribeToPush(options: {
  viewer: { id: string };
  sessionId: string;
  subscription: PushSubscriptionInput;
  now?: Date;
}): Promise<void> {
  const { viewer, sessionId, subscription, now = new Date() } = options;
  const { endpoint, keys } = subscription;
  const values = { sessionId, endpoint, ...keys, createdAt: now };
  await write(async (tx) => {
    await keepAccount(tx, viewer.id);
    await keepSession(tx, { viewer, sessionId });
    const known = await held(
      tx
        .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
        .from(pushSubscriptions)
        .where(or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, sessionId)))
        .orderBy(pushSubscriptions.id),
      "update",
    );
    const [own] = known.filter(({ userId }) => userId === viewer.id);
    // What is on its way to somebody else does not come along.
    const others = known.filter((row) => row !== own).map(({ id }) => id);
    if (others.length > 0) await remove(tx, others);
    if (own) {
      await tx
        .update(pushSubscriptions)
        .set(values)
        .where(eq(pushSubscriptions.id, own.id))
        .returning({ id: pushSubscriptions.id });
      return;
    }
    const userId = viewer.id;
    await tx
      .insert(pushSubscriptions)
      .values({ id: randomUUID(), userId, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, ...values } })
      .returning({ id: pushSubscriptions.id });
    await removeSurplus(tx, userId);
  });
}

async function keepSession(tx: Db, options: { viewer: { id: string }; sessionId: string }): Promise<void> {
  const session = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, options.sessionId), eq(sessions.userId, options.viewer.id)));
  if ((await held(session, "key share")).length === 0) throw new NotAuthenticated();
}

async function removeSurplus(tx: Db, userId: string): Promise<void> {
  const all = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  const surplus = all.slice(mostDevices).map(({ id }) => id);
  if (surplus.length > 0) await remove(tx, surplus.toSorted());
}

const remove = (tx: Db, ids: string[]) =>
  tx
    .delete(pushSubscriptions)
    .where(inArray(pushSubscriptions.id, ids))
    .returning({ id: pushSubscriptions.id });
