import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, or } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { describeDevice } from "#app/features/accounts/sessions/describe-device.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { pushSubscriptions, sessions, users } from "#db/schema/index.ts";
import type { PushSubscriptionInput } from "../push.schema.ts";
import type { PushRecipient } from "../push.ts";
import { isOf } from "./enqueue-push.server.ts";

/** Per member or operator; beyond, the oldest is removed. */
export const maxPushDevices = 10;

/**
 * Subscribes a browser until its session ends. A session's new subscription replaces its last; another member's endpoint moves
 * to this one. Throws `NotAuthenticated` when account or session have ended.
 */
export async function subscribeToPush(options: {
  viewer: { id: string };
  sessionId: string;
  subscription: PushSubscriptionInput;
  now?: Date;
}): Promise<void> {
  const { viewer, sessionId, subscription, now = new Date() } = options;
  const { endpoint, keys } = subscription;
  const values = { audience: "member" as const, sessionId, endpoint, ...keys, createdAt: now };
  await write(async (tx) => {
    await lockUserForShare(tx, viewer.id);
    await lockSessionForShare(tx, { viewer, sessionId });
    const existing = await forUpdate(
      tx
        .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
        .from(pushSubscriptions)
        .where(
          and(
            eq(pushSubscriptions.audience, "member"),
            or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, sessionId)),
          ),
        )
        .orderBy(pushSubscriptions.id),
      "update",
    );
    const [own] = existing.filter(({ userId }) => userId === viewer.id);
    // Deleted, not moved: their pending messages belong to the other member.
    const others = existing.filter((row) => row !== own).map(({ id }) => id);
    if (others.length > 0) await remove(tx, others);
    if (own) {
      await tx.update(pushSubscriptions).set(values).where(eq(pushSubscriptions.id, own.id));
      return;
    }
    const userId = viewer.id;
    await tx
      .insert(pushSubscriptions)
      .values({ id: randomUUID(), userId, ...values })
      .onConflictDoUpdate({
        target: [pushSubscriptions.endpoint, pushSubscriptions.audience],
        set: { userId, ...values },
      });
    await removeSurplus(tx, { userId });
  });
}

async function lockSessionForShare(
  tx: Db,
  options: { viewer: { id: string }; sessionId: string },
): Promise<void> {
  const session = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, options.sessionId), eq(sessions.userId, options.viewer.id)));
  if ((await forUpdate(session, "key share")).length === 0) throw new NotAuthenticated();
}

export async function removeSurplus(tx: Db, recipient: PushRecipient): Promise<void> {
  const all = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(isOf(recipient))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  const surplus = all.slice(maxPushDevices).map(({ id }) => id);
  if (surplus.length > 0) await remove(tx, surplus.toSorted());
}

const remove = (tx: Db, ids: string[]) =>
  tx
    .delete(pushSubscriptions)
    .where(inArray(pushSubscriptions.id, ids))
    .returning({ id: pushSubscriptions.id });

/** Ends one browser's subscription. A missing one is no error. */
export async function unsubscribeFromPush(options: {
  viewer: { id: string };
  of: { endpoint: string } | { id: string };
}): Promise<void> {
  const { viewer, of } = options;
  const isNamed =
    "id" in of
      ? eq(pushSubscriptions.id, of.id)
      : eq(pushSubscriptions.endpoint, normalizeEndpoint(of.endpoint));
  await write((tx) =>
    tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, viewer.id), isNamed)),
  );
}

export const normalizeEndpoint = (endpoint: string) => URL.parse(endpoint)?.href ?? endpoint;

/** The member's browsers with push, latest first. `sessionId`: the current session. */
export async function listPushDevices(options: { viewer: { id: string }; sessionId: string }) {
  const rows = await primary
    .select({
      id: pushSubscriptions.id,
      sessionId: pushSubscriptions.sessionId,
      deviceInfo: sessions.deviceInfo,
      since: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.userId, options.viewer.id))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  return rows.map(({ id, sessionId, deviceInfo, since }) => ({
    id,
    device: describeDevice(deviceInfo),
    since,
    isCurrent: sessionId === options.sessionId,
  }));
}

/** Whether followed members' new tracks are pushed too. */
export async function wantsFollowedTracks(options: { viewer: { id: string } }): Promise<boolean> {
  const [found] = await primary
    .select({ isWanted: users.pushesFollowedTracks })
    .from(users)
    .where(eq(users.id, options.viewer.id));
  return found?.isWanted ?? false;
}

/** Sets that, from the next published track on. */
export async function chooseFollowedTracks(options: {
  viewer: { id: string };
  isWanted: boolean;
}): Promise<void> {
  const { viewer, isWanted } = options;
  await write((tx) =>
    tx.update(users).set({ pushesFollowedTracks: isWanted }).where(eq(users.id, viewer.id)),
  );
}

/** A session's endpoint, or null. From the primary: pages ask right after a change. */
export async function findPushEndpoint(sessionId: string): Promise<string | null> {
  const [found] = await primary
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return found?.endpoint ?? null;
}
