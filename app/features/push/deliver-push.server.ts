import { and, eq, gt } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { pushDeliveries, pushSubscriptions, sessions, users } from "#db/schema/index.ts";
import { composePush } from "./compose-push.server.ts";
import { type PushOutcome, postPush } from "./post-push.server.ts";
import { nextTry } from "./push-tries.ts";

/** Messages in a row to one browser about one bundle; what joins after that is sent by the next job. */
const mostInARow = 5;

interface Named {
  subscriptionId: string;
  bundle: string;
}

/**
 * Sends the message of a row of `push_deliveries` that is due, if it still is and still has something to tell. The row
 * goes when the push service has taken the message and nothing has joined it meanwhile: a process that ends anywhere
 * in between leaves it, and it is sent again, which replaces the first one (`tag`, `Topic`).
 */
export async function deliverPush(options: Named & { signal: AbortSignal; now?: Date }): Promise<void> {
  const { signal, now = new Date(), ...named } = options;
  for (let sent = 0; sent < mostInARow; sent++) {
    const due = await findDelivery(named, now);
    if (!due) return forget(named);
    if (due.dueAt > now) return;
    const message = await composePush({ userId: due.userId, bundle: due.bundle });
    if (message) {
      crashPoint("push-unsent");
      const outcome = await postPush({ subscription: due, message, signal });
      if (outcome.kind === "gone") return removeSubscription(due);
      if (outcome.kind === "later") return postpone(due, outcome, now);
      if (outcome.kind === "refused") tell(due, outcome, "a push message was refused");
      else crashPoint("push-taken");
    }
    if (await settle(due)) return;
  }
}

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** The row with its browser, whose session and account must be good for more than a visitor's. */
async function findDelivery({ subscriptionId, bundle }: Named, now: Date) {
  const [found] = await primary
    .select({
      subscriptionId: pushDeliveries.subscriptionId,
      bundle: pushDeliveries.bundle,
      version: pushDeliveries.version,
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

/** Ends a delivery. False when something has joined it since it was read. */
async function settle(due: Delivery): Promise<boolean> {
  const settled = await write((tx) =>
    tx
      .delete(pushDeliveries)
      .where(and(keyOf(due), eq(pushDeliveries.version, due.version)))
      .returning({ version: pushDeliveries.version }),
  );
  return settled.length > 0;
}

async function postpone(due: Delivery, outcome: PushOutcome & { kind: "later" }, now: Date): Promise<void> {
  const attempts = due.attempts + 1;
  const dueAt = nextTry({ attempts, since: due.createdAt, retryAfterS: outcome.retryAfterS, now });
  if (!dueAt) {
    // What has joined meanwhile is as good as new, and due.
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
