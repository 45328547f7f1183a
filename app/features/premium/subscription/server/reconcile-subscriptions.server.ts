import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { insertAudit, settleAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { primary, write } from "#db/client.ts";
import { purchases, subscriptions, users } from "#db/schema/index.ts";
import { premiumTerms } from "../../premium.ts";
import { resumeAtStripe } from "../changes/subscription-verbs.server.ts";
import { reconcileDisputes } from "../disputes/reconcile-disputes.server.ts";
import { listSubscriptions } from "../purchase/purchase.server.ts";
import { runDueRefunds } from "../refunds/carry-out-refunds.server.ts";
import { forEachAtStripe } from "../stripe/for-each-at-stripe.server.ts";
import { isStripeConfigured } from "../stripe/is-payment-configured.server.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";
import { runDueAddressChanges } from "./address-changes.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";
import { runDueCancellations } from "./cancellations.server.ts";

const reminderMs = premiumTerms.reminderDays * dayMs;
/** Per run; the rest waits for the next, a minute later. */
const maxPerRun = 50;
/** A Checkout page lives for 24 hours. */
const purchaseLifetimeMs = 25 * hourMs;

/** Runs every minute. A failed step does not stop the next. */
export const subscriptionUpkeep: (() => Promise<void>)[] = [
  sendPauseReminders,
  runDueCancellations,
  runDueRefunds,
  runDueAddressChanges,
  resumeDuePauses,
  recoverPurchases,
  reconcileSubscriptions,
  reconcileDisputes,
].map((step) => async () => {
  if (isStripeConfigured()) await step();
});

/** Reads each live subscription anew once a day: webhooks can be missed. */
export async function reconcileSubscriptions(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(isNotNull(subscriptions.checkedAt), lte(subscriptions.checkedAt, new Date(now.getTime() - dayMs))),
    )
    .orderBy(asc(subscriptions.checkedAt))
    .limit(maxPerRun);
  await forEachAtStripe(due, async ({ id }) => {
    await applySubscription({ subscriptionId: id, now }).catch(async (error: unknown) => {
      // A subscription that Stripe refuses to show waits for the next day.
      if (error instanceof StripeFailure && error.status !== null) {
        await write((tx) => tx.update(subscriptions).set({ checkedAt: now }).where(eq(subscriptions.id, id)));
      }
      throw error;
    });
  });
}

/** Finds out what became of purchases whose answer a crash lost, and of payments without a webhook. */
export async function recoverPurchases(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ purchase: purchases, customer: users.stripeCustomerId })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.userId))
    .where(lte(purchases.dueAt, now))
    .orderBy(asc(purchases.dueAt))
    .limit(maxPerRun);
  await forEachAtStripe(due, async ({ purchase: { userId, key, attempts, createdAt }, customer }) => {
    const isOld = now.getTime() - createdAt.getTime() > purchaseLifetimeMs;
    const own = and(eq(purchases.userId, userId), eq(purchases.key, key));
    const dueAt = new Date(now.getTime() + Math.min(2 ** attempts * 5 * 60_000, 6 * hourMs));
    await write((tx) =>
      tx
        .update(purchases)
        .set({ attempts: attempts + 1, dueAt })
        .where(own),
    );
    if (customer !== null)
      for (const { id } of await listSubscriptions(customer))
        await applySubscription({ subscriptionId: id, now });
    // Not before Stripe has answered: the purchase has the copy of its screen.
    if (isOld) await write((tx) => tx.delete(purchases).where(own));
  });
}

/** Takes the payment that ends a pause: Stripe alone would take it up to a month later. */
export async function resumeDuePauses(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ id: subscriptions.id, pausedFrom: subscriptions.pausedFrom })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.resumesAt), lte(subscriptions.resumesAt, now)))
    .orderBy(asc(subscriptions.resumesAt))
    .limit(maxPerRun);
  await forEachAtStripe(due, async ({ id, pausedFrom }) => {
    // It may have been cancelled meanwhile.
    await applySubscription({ subscriptionId: id, now });
    const [current] = await primary.select().from(subscriptions).where(eq(subscriptions.id, id));
    if (!pausedFrom || !current?.resumesAt || current.resumesAt > now || current.cancelAtPeriodEnd) return;
    await callStripe((stripe) => resumeAtStripe(stripe, { id, pausedFrom, isAway: true, now }));
    await applySubscription({ subscriptionId: id, now });
  });
}

export async function sendPauseReminders(now: Date = new Date()): Promise<void> {
  const isDue = and(
    isNotNull(subscriptions.resumesAt),
    lte(subscriptions.resumesAt, new Date(now.getTime() + reminderMs)),
    isNull(subscriptions.remindedAt),
  );
  const due = await primary
    .select({ id: subscriptions.id, userId: subscriptions.userId })
    .from(subscriptions)
    .where(isDue)
    .orderBy(asc(subscriptions.resumesAt))
    .limit(maxPerRun);
  for (const { id, userId } of due) {
    await write(async (tx) => {
      const { name, email } = await lockMember(tx, userId);
      const [reminded] = await tx
        .update(subscriptions)
        .set({ remindedAt: now })
        .where(and(eq(subscriptions.id, id), isDue))
        .returning({ resumesAt: subscriptions.resumesAt, cancels: subscriptions.cancelAtPeriodEnd });
      if (!reminded?.resumesAt || reminded.resumesAt <= now || reminded.cancels) return;
      const values = { name, resumesAt: formatDate(reminded.resumesAt), price: String(premiumTerms.price) };
      await sendEmail(tx, { to: email, template: "premium-resumes", values, userId, now });
    });
  }
}

/** Applies unknown ones too. Throws `NotFound` for an unknown account, `Conflict` without a customer, `StripeFailure`. */
export async function syncSubscriptions(options: {
  userId: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { userId, actor, now = new Date() } = options;
  const [account] = await primary.select().from(users).where(eq(users.id, userId));
  if (!account) throw new NotFound("ユーザーが見つかりません");
  const { stripeCustomerId: customer } = account;
  if (!customer) throw new Conflict("この会員には、お支払いの記録がありません。");
  const known = await primary
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const found = await listSubscriptions(customer);
  const ids = [...new Set([...known, ...found].map(({ id }) => id))];
  const target = { type: "user" as const, id: userId };
  const action = "user.premium-sync";
  const requested = { actor, action, target, after: { result: "requested" }, now } as const;
  const id = await write((tx) => insertAudit(tx, requested));
  try {
    for (const subscriptionId of ids) await applySubscription({ subscriptionId, now });
  } catch (error) {
    await write((tx) => settleAudit(tx, { id, action, after: { result: "failed" } }));
    throw error;
  }
  const after = { result: "done", subscriptions: ids.length };
  await write((tx) => settleAudit(tx, { id, action, after }));
}
