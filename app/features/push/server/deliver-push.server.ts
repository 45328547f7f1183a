import { and, eq, gt, gte, lt } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";

import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { pushDeliveries, pushSubscriptions, sessions, users } from "#db/schema/index.ts";
import { type PushMessage, testGroupKey } from "../push.ts";
import { type PushOutcome, postPush } from "./post-push.server.ts";

const minuteMs = 60_000;

/** Delay after each failed attempt, then the delay after all further ones. */
const retryDelaysMinutes = [1, 4, 15, 60, 180, 360];
const lastRetryDelayMinutes = 660;

/** A message is given up a day after its latest notification: eight attempts. */
const maxAgeMs = 24 * 60 * minuteMs;

/**
 * When to try again after `attempts` failed attempts: the delay of the table, or `Retry-After` when that is longer. Null to
 * give up, when that is more than a day after `since`, the time of the latest notification.
 */
export function nextAttemptAt(options: {
  attempts: number;
  since: Date;
  retryAfterS: number | null;
  now: Date;
}): Date | null {
  const { attempts, since, retryAfterS, now } = options;
  const delayMinutes = retryDelaysMinutes[attempts - 1] ?? lastRetryDelayMinutes;
  const at = now.getTime() + Math.max(delayMinutes * minuteMs, (retryAfterS ?? 0) * 1000);
  return at - since.getTime() > maxAgeMs ? null : new Date(at);
}

/** A browser gets at most one message per notification group in this time. */
const cooldownMs = 10 * 60_000;

interface DeliveryKey {
  subscriptionId: string;
  groupKey: string;
}

/** Makes the message about a member's notification group from its current state; null when there is nothing to tell. */
type ComposePushMessage = (options: { userId: string; groupKey: string }) => Promise<PushMessage | null>;

/**
 * Sends the message of a row of `push_deliveries` if it is due, then starts its cooldown; notifications that join the
 * group meanwhile are sent after it. When the process dies in between, the row is unchanged and the message is sent again,
 * which replaces the first one (`tag`, `Topic`).
 */
export async function deliverPush(
  options: DeliveryKey & { compose: ComposePushMessage; signal: AbortSignal; now?: Date },
): Promise<void> {
  const { compose, signal, now = new Date(), ...key } = options;
  const due = await findDelivery(key, now);
  if (!due) return removeDelivery(key);
  if (due.dueAt > now || due.version === due.sentVersion) return;
  const message = await compose({ userId: due.userId, groupKey: due.groupKey });
  if (message) {
    crashPoint("push-pending");
    const outcome = await postPush({ subscription: due, message, signal });
    if (outcome.kind === "gone") return removeSubscription(due);
    if (outcome.kind === "later") return postpone(due, outcome, now);
    if (outcome.kind === "refused") logFailure(due, outcome, "a push message was refused");
    else crashPoint("push-sent");
    if (due.groupKey !== testGroupKey) return startCooldown(due, now);
  }
  await finishDelivery(due);
}

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** The row with its subscription; undefined unless session and account are valid. */
async function findDelivery({ subscriptionId, groupKey }: DeliveryKey, now: Date) {
  const [found] = await primary
    .select({
      subscriptionId: pushDeliveries.subscriptionId,
      groupKey: pushDeliveries.groupKey,
      version: pushDeliveries.version,
      sentVersion: pushDeliveries.sentVersion,
      attempts: pushDeliveries.attempts,
      dueAt: pushDeliveries.dueAt,
      createdAt: pushDeliveries.createdAt,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), gt(sessions.expiresAt, now)))
    .innerJoin(users, and(eq(users.id, pushSubscriptions.userId), eq(users.state, "approved")))
    .where(hasKey({ subscriptionId, groupKey }));
  return found;
}

const hasKey = ({ subscriptionId, groupKey }: DeliveryKey) =>
  and(eq(pushDeliveries.subscriptionId, subscriptionId), eq(pushDeliveries.groupKey, groupKey));

/** Deletes a delivery. False when a notification has joined it since it was read: `enqueueDuePushes` sends that. */
async function finishDelivery(due: Delivery): Promise<boolean> {
  const deleted = await write((tx) =>
    tx
      .delete(pushDeliveries)
      .where(and(hasKey(due), eq(pushDeliveries.version, due.version)))
      .returning({ version: pushDeliveries.version }),
  );
  return deleted.length > 0;
}

/** Marks the version as sent, unless another process has deleted and recreated the row or sent a newer version. */
async function startCooldown(due: Delivery, now: Date): Promise<void> {
  const isSameDelivery = and(
    gte(pushDeliveries.version, due.version),
    lt(pushDeliveries.sentVersion, due.version),
  );
  await write((tx) =>
    tx
      .update(pushDeliveries)
      .set({ sentVersion: due.version, attempts: 0, dueAt: new Date(now.getTime() + cooldownMs) })
      .where(and(hasKey(due), isSameDelivery)),
  );
}

async function postpone(due: Delivery, outcome: PushOutcome & { kind: "later" }, now: Date): Promise<void> {
  const attempts = due.attempts + 1;
  const dueAt = nextAttemptAt({ attempts, since: due.createdAt, retryAfterS: outcome.retryAfterS, now });
  if (!dueAt) {
    if (await finishDelivery(due)) logFailure({ ...due, attempts }, outcome, "a push message was given up");
    return;
  }
  await write((tx) => tx.update(pushDeliveries).set({ attempts, dueAt }).where(hasKey(due)));
}

async function removeDelivery(key: DeliveryKey): Promise<void> {
  await write((tx) => tx.delete(pushDeliveries).where(hasKey(key)));
}

async function removeSubscription({ subscriptionId, endpoint }: Delivery): Promise<void> {
  // Only this endpoint: the browser may have subscribed again meanwhile.
  const isSame = and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.endpoint, endpoint));
  await write((tx) => tx.delete(pushSubscriptions).where(isSame));
}

/** Logs only the host of the endpoint: the rest of it is a secret. */
function logFailure(due: Delivery, outcome: { status: number | null }, message: string): void {
  const service = URL.parse(due.endpoint)?.host ?? null;
  logger.warn({ job: "send-push", service, status: outcome.status, attempts: due.attempts }, message);
}
