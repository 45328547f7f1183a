import { and, eq, gt, gte, lt } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { pushDeliveries, pushSubscriptions, sessions, users } from "#db/schema/index.ts";
import { nextTry } from "../push-tries.ts";
import { testBundle } from "../test-bundle.ts";
import { composePush } from "./compose-push.server.ts";
import { type PushOutcome, postPush } from "./post-push.server.ts";

/** After a message about a bundle the browser gets no other one about it for so long (ms). */
const restMs = 10 * 60_000;

interface Named {
  subscriptionId: string;
  bundle: string;
}

/**
 * Sends the message of a row of `push_deliveries` that is due, if it still is and still has something to tell. Then the
 * row rests; what has joined it meanwhile is told after that. A process that ends anywhere in between leaves the row as it
 * was, and the message is sent again, which replaces the first one (`tag`, `Topic`).
 */
export async function deliverPush(options: Named & { signal: AbortSignal; now?: Date }): Promise<void> {
  const { signal, now = new Date(), ...named } = options;
  const due = await findDelivery(named, now);
  if (!due) return forget(named);
  if (due.dueAt > now || due.version === due.sentVersion) return;
  const message = await composePush({ userId: due.userId, bundle: due.bundle });
  if (message) {
    crashPoint("push-unsent");
    const outcome = await postPush({ subscription: due, message, signal });
    if (outcome.kind === "gone") return removeSubscription(due);
    if (outcome.kind === "later") return postpone(due, outcome, now);
    if (outcome.kind === "refused") tell(due, outcome, "a push message was refused");
    else crashPoint("push-taken");
    if (due.bundle !== testBundle) return rest(due, now);
  }
  await settle(due);
}

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** The row with its browser, whose session and account must be good for more than a visitor's. */
async function findDelivery({ subscriptionId, bundle }: Named, now: Date) {
  const [found] = await primary
    .select({
      subscriptionId: pushDeliveries.subscriptionId,
      bundle: pushDeliveries.bundle,
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
    .where(and(eq(pushDeliveries.subscriptionId, subscriptionId), eq(pushDeliveries.bundle, bundle)));
  return found;
}

const keyOf = ({ subscriptionId, bundle }: Named) =>
  and(eq(pushDeliveries.subscriptionId, subscriptionId), eq(pushDeliveries.bundle, bundle));

/** Ends a delivery. False when something has joined it since it was read: that is due, and the recovery sees to it. */
async function settle(due: Delivery): Promise<boolean> {
  const settled = await write((tx) =>
    tx
      .delete(pushDeliveries)
      .where(and(keyOf(due), eq(pushDeliveries.version, due.version)))
      .returning({ version: pushDeliveries.version }),
  );
  return settled.length > 0;
}

/** Not where another process has ended it meanwhile and it began anew, nor where one has sent more. */
async function rest(due: Delivery, now: Date): Promise<void> {
  const isThis = and(gte(pushDeliveries.version, due.version), lt(pushDeliveries.sentVersion, due.version));
  await write((tx) =>
    tx
      .update(pushDeliveries)
      .set({ sentVersion: due.version, attempts: 0, dueAt: new Date(now.getTime() + restMs) })
      .where(and(keyOf(due), isThis))
      .returning({ version: pushDeliveries.version }),
  );
}

async function postpone(due: Delivery, outcome: PushOutcome & { kind: "later" }, now: Date): Promise<void> {
  const attempts = due.attempts + 1;
  const dueAt = nextTry({ attempts, since: due.createdAt, retryAfterS: outcome.retryAfterS, now });
  if (!dueAt) {
    if (await settle(due)) tell({ ...due, attempts }, outcome, "a push message was given up");
    return;
  }
  await write((tx) => tx.update(pushDeliveries).set({ attempts, dueAt }).where(keyOf(due)).returning());
}

async function forget(named: Named): Promise<void> {
  await write((tx) => tx.delete(pushDeliveries).where(keyOf(named)).returning());
}

async function removeSubscription({ subscriptionId, endpoint }: Delivery): Promise<void> {
  // Unless the browser has taken another one meanwhile.
  const same = and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.endpoint, endpoint));
  await write((tx) => tx.delete(pushSubscriptions).where(same).returning({ id: pushSubscriptions.id }));
}

/** Of the address the host alone: whoever knows the rest of it can send to that browser. */
function tell(due: Delivery, outcome: { status: number | null }, what: string): void {
  const service = URL.parse(due.endpoint)?.host ?? null;
  logger.warn({ job: "send-push", service, status: outcome.status, attempts: due.attempts }, what);
}
