import { and, asc, eq, inArray, lte, ne } from "drizzle-orm";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { stripeCancellations, subscriptions, users } from "#db/schema/index.ts";
import { isOver } from "../stripe/read-subscription.server.ts";
import { callStripe, idOf, ignoreMissing, StripeFailure, toSeconds } from "../stripe/stripe-client.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";

const maxDelayMs = 6 * hourMs;
const maxPerRun = 100;

/** Cancels what is due in the outbox. A failure is tried again until it succeeds. */
export async function runDueCancellations(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select()
    .from(stripeCancellations)
    .where(lte(stripeCancellations.dueAt, now))
    .orderBy(asc(stripeCancellations.dueAt))
    .limit(maxPerRun);
  for (const { id, reason, refunds, attempts, createdAt } of due) {
    try {
      if (reason === "account_closed" && (await isOpenAgain(id))) {
        logger.info({ id }, "no cancellation at Stripe: the account is open again");
      } else if (id.startsWith("cus_")) await cancelCustomer(id, { closedAt: createdAt });
      else await cancelAtStripe(id, { refunds });
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      const dueAt = new Date(now.getTime() + Math.min(2 ** attempts * minuteMs, maxDelayMs));
      logger.warn({ id, attempts: attempts + 1 }, "cancellation at Stripe failed");
      await write((tx) =>
        tx
          .update(stripeCancellations)
          .set({ attempts: attempts + 1, dueAt })
          .where(eq(stripeCancellations.id, id)),
      );
      continue;
    }
    await write((tx) => tx.delete(stripeCancellations).where(eq(stripeCancellations.id, id)));
    if (!id.startsWith("cus_")) await applySubscription({ subscriptionId: id, now });
  }
}

/** Whether the member of a subscription or a customer, who was denied, has been let in again. */
async function isOpenAgain(id: string): Promise<boolean> {
  const owner = primary
    .select({ id: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  const isOwn = id.startsWith("cus_") ? eq(users.stripeCustomerId, id) : inArray(users.id, owner);
  return (await primary.$count(users, and(isOwn, ne(users.state, "denied")))) > 0;
}

/** Ends a subscription at once and refunds it if asked. Does nothing if it is over. */
export async function cancelAtStripe(id: string, { refunds }: { refunds: boolean }): Promise<void> {
  const subscription = await ignoreMissing(callStripe((stripe) => stripe.subscriptions.retrieve(id)));
  if (!subscription) return;
  if (!isOver(subscription)) await callStripe((stripe) => stripe.subscriptions.cancel(id));
  if (refunds) await refundPayments(id);
}

/** Stripe's refusals when the customer has the money already, by an earlier refund or by their bank. */
const givenBack = ["charge_already_refunded", "charge_disputed"];

/** `since`: of earlier payments nothing is given back. */
async function refundPayments(subscription: string, since = new Date(0)): Promise<void> {
  const { data: invoices } = await callStripe((stripe) =>
    stripe.invoices.list({ subscription, status: "paid", limit: 100, expand: ["data.payments"] }),
  );
  const paid = invoices.filter(({ status_transitions: { paid_at: at } }) => (at ?? 0) >= toSeconds(since));
  for (const payment of paid.flatMap(({ payments }) => payments?.data ?? [])) {
    const intent = idOf(payment.payment.payment_intent);
    if (payment.status !== "paid" || intent === null) continue;
    await callStripe((stripe) =>
      stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund-${intent}` }),
    ).catch((error: unknown) => {
      if (!(error instanceof StripeFailure) || !givenBack.includes(error.stripeCode ?? "")) throw error;
    });
  }
}

/**
 * Prevents that somebody pays for nothing: a payment page that was open when the account closed takes money until it is closed at
 * Stripe. What was paid since is given back.
 */
async function cancelCustomer(customer: string, { closedAt }: { closedAt: Date }): Promise<void> {
  await expireCheckouts(customer);
  const subscriptions = await ignoreMissing(
    callStripe((stripe) => stripe.subscriptions.list({ customer, status: "all", limit: 100 })),
  );
  for (const subscription of subscriptions?.data ?? []) {
    const { id, ended_at: endedAt } = subscription;
    if (!isOver(subscription)) await cancelAtStripe(id, { refunds: false });
    if (endedAt === null || endedAt >= toSeconds(closedAt)) await refundPayments(id, closedAt);
  }
}

export async function expireCheckouts(customer: string): Promise<void> {
  const sessions = await ignoreMissing(
    callStripe((stripe) => stripe.checkout.sessions.list({ customer, status: "open", limit: 100 })),
  );
  for (const { id } of sessions?.data ?? []) {
    // Stripe refuses if the page was completed meanwhile; the customer's list has its subscription.
    await callStripe((stripe) => stripe.checkout.sessions.expire(id)).catch((error: unknown) => {
      if (!(error instanceof StripeFailure) || error.status !== 400) throw error;
    });
  }
}
