import { and, eq, gt, gte, isNotNull, isNull, lt, or } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { operators, pushDeliveries, pushSubscriptions, sessions, users } from "#db/schema/index.ts";
import { type PushMessage, testGroupKey } from "../push.ts";
import { type PushOutcome, postPush } from "./post-push.server.ts";

/** By failed attempts; then the last one repeats. */
const retryDelaysMinutes = [1, 4, 15, 60, 180, 360];
const lastRetryDelayMinutes = 660;

/** After the latest notification: eight attempts. */
const maxAgeMs = dayMs;

/**
 * The time after `attempts` failures: the table's delay, or a longer `Retry-After`. Null to give up, beyond a day after
 * `since`, the latest notification.
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

/** At most one message per browser and group in this time. */
const cooldownMs = 10 * 60_000;

interface DeliveryKey {
  subscriptionId: string;
  groupKey: string;
}

interface ComposePushMessage {
  member(options: { userId: string; groupKey: string }): Promise<PushMessage | null>;
  operator(options: { operatorId: string; groupKey: string }): Promise<PushMessage | null>;
}

/**
 * Sends a due message of `push_deliveries`, then starts its cooldown; what joins the group in the meantime is sent after it. If
 * the process dies in between, the message is sent again and replaces the first (`tag`, `Topic`).
 */
export async function deliverPush(
  options: DeliveryKey & { compose: ComposePushMessage; signal: AbortSignal; now?: Date },
): Promise<void> {
  const { compose, signal, now = new Date(), ...key } = options;
  const due = await findDelivery(key, now);
  if (!due) return removeDelivery(key);
  if (due.dueAt > now || due.version === due.sentVersion) return;
  const message = await composeFor(due, compose);
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

function composeFor({ userId, operatorId, groupKey }: Delivery, compose: ComposePushMessage) {
  if (userId !== null) return compose.member({ userId, groupKey });
  return operatorId === null ? null : compose.operator({ operatorId, groupKey });
}

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** Undefined unless session and account are valid, or the operator is not switched off. */
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
      userId: users.id,
      operatorId: pushSubscriptions.operatorId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .leftJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), gt(sessions.expiresAt, now)))
    .leftJoin(users, and(eq(users.id, pushSubscriptions.userId), eq(users.state, "approved")))
    .leftJoin(operators, eq(operators.id, pushSubscriptions.operatorId))
    .where(and(hasKey({ subscriptionId, groupKey }), or(isValidMember, isValidOperator)));
  return found;
}

const isValidMember = and(isNotNull(sessions.id), isNotNull(users.id));
/** The first administrator has no row. */
const isValidOperator = and(isNotNull(pushSubscriptions.operatorId), isNull(operators.disabledAt));

const hasKey = ({ subscriptionId, groupKey }: DeliveryKey) =>
  and(eq(pushDeliveries.subscriptionId, subscriptionId), eq(pushDeliveries.groupKey, groupKey));

/** False when a notification has joined since the read: `enqueueDuePushes` sends that. */
async function finishDelivery(due: Delivery): Promise<boolean> {
  const deleted = await write((tx) =>
    tx
      .delete(pushDeliveries)
      .where(and(hasKey(due), eq(pushDeliveries.version, due.version)))
      .returning({ version: pushDeliveries.version }),
  );
  return deleted.length > 0;
}

/** Unless another process has recreated the row or sent a newer version. */
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
  // Only this endpoint: the browser may have subscribed again.
  const isSame = and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.endpoint, endpoint));
  await write((tx) => tx.delete(pushSubscriptions).where(isSame));
}

/** Only the endpoint's host: the rest is a secret. */
function logFailure(due: Delivery, outcome: { status: number | null }, message: string): void {
  const service = URL.parse(due.endpoint)?.host ?? null;
  logger.warn({ job: "send-push", service, status: outcome.status, attempts: due.attempts }, message);
}
