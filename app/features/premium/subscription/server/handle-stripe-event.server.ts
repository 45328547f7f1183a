import { eq, lte } from "drizzle-orm";
import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { Invalid, NotImplemented } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { payments, stripeEvents } from "#db/schema/index.ts";
import { idOf } from "../stripe/stripe-client.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";

/** Retention of processed events; Stripe sends one again for three days. */
const retentionMs = 90 * 24 * 60 * 60 * 1000;

/**
 * Handles an event of Stripe's webhook: verifies the signature over the raw body, at most five minutes old, and applies
 * the subscription that the event is about. The event only says where to look: what it contains is not used. A known
 * event does nothing, unless its first attempt did not finish; others than subscriptions' are ignored. Throws `Invalid`
 * for a signature that is not Stripe's, `NotImplemented` without keys, and `StripeFailure`.
 */
export async function handleStripeEvent(options: {
  payload: string;
  signature: string | null;
  now?: Date;
}): Promise<void> {
  const { payload, signature, now = new Date() } = options;
  const event = await verify(payload, signature);
  if (!(await receive(event, now))) return;
  const subscriptionId = await subscriptionOf(event);
  if (subscriptionId !== null) await applySubscription({ subscriptionId, now });
  await write((tx) =>
    tx
      .update(stripeEvents)
      .set({ processedAt: now })
      .where(eq(stripeEvents.id, event.id))
      .returning({ id: stripeEvents.id }),
  );
}

async function verify(payload: string, signature: string | null): Promise<Stripe.Event> {
  const { STRIPE_WEBHOOK_SECRET: secret } = environment();
  if (!secret) throw new NotImplemented("このサーバーではお支払いを受け付けていません");
  const { default: StripeClient } = await import("stripe");
  try {
    return StripeClient.webhooks.constructEvent(payload, signature ?? "", secret);
  } catch (error) {
    logger.warn({ reason: error instanceof Error ? error.name : "" }, "webhook refused");
    throw new Invalid({}, "署名を確認できません");
  }
}

/** Notes an event. False when it was processed before. */
function receive({ id, type }: Stripe.Event, now: Date): Promise<boolean> {
  return write(async (tx) => {
    const added = await tx
      .insert(stripeEvents)
      .values({ id, type, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id });
    if (added.length > 0) return true;
    const [known] = await tx.select().from(stripeEvents).where(eq(stripeEvents.id, id));
    return known?.processedAt === null;
  });
}

/** The subscription that an event is about; null for events about anything else. */
async function subscriptionOf(event: Stripe.Event): Promise<string | null> {
  switch (event.type) {
    case "checkout.session.completed":
      return idOf(event.data.object.subscription);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return event.data.object.id;
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
      return idOf(event.data.object.parent?.subscription_details?.subscription);
    case "charge.refunded":
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return subscriptionOfPayment(idOf(event.data.object.payment_intent));
    default:
      return null;
  }
}

/** A payment that is not known yet is read together with its refund, when its invoice's event arrives. */
async function subscriptionOfPayment(paymentIntentId: string | null): Promise<string | null> {
  if (paymentIntentId === null) return null;
  const [payment] = await primary
    .select({ subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return payment?.subscriptionId ?? null;
}

/** Forgets events after 90 days. */
export async function removeOldStripeEvents(now: Date = new Date()): Promise<void> {
  await write((tx) =>
    tx
      .delete(stripeEvents)
      .where(lte(stripeEvents.receivedAt, new Date(now.getTime() - retentionMs)))
      .returning({ id: stripeEvents.id }),
  );
}
