import { eq, lte } from "drizzle-orm";
import pLimit from "p-limit";
import type Stripe from "stripe";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { Invalid, NotImplemented } from "#app/features/domain-error.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { write } from "#db/client.ts";
import { removeRows } from "#db/remove-rows.ts";
import { stripeEvents } from "#db/schema/index.ts";
import { applyDispute } from "../disputes/apply-dispute.server.ts";
import { applyPayment } from "./apply-payment.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";

/** Stripe repeats an event for three days. */
export const stripeEventDays = 90;
const retentionMs = stripeEventDays * dayMs;

/** Prevents a jam: Stripe may send hundreds of events at once, and everybody else writes too. */
const limitEvents = pLimit(3);

const identifier = z.string().regex(/^\w{1,255}$/);
const usable = z.object({
  id: identifier,
  type: z.string().regex(/^[\w.]{1,255}$/),
  data: z.object({ object: z.looseObject({}) }),
});

/**
 * Verifies the signature over the raw body (at most five minutes old) and applies the subscription or dispute that the event names.
 * Uses nothing else of the event. Skips events that were processed, and those about anything else. Handles a few at a time,
 * in the order of arrival.
 * Throws `Invalid` for a wrong signature and for an event that does not say what it is about, `NotImplemented` without keys,
 * and `StripeFailure`.
 */
export async function handleStripeEvent(options: {
  payload: string;
  signature: string | null;
  now?: Date;
}): Promise<void> {
  const { payload, signature, now = new Date() } = options;
  const event = await verify(payload, signature);
  const subject = subjectOf(event);
  await limitEvents(() => handle(event, subject, now));
}

async function handle(event: Stripe.Event, subject: Subject, now: Date): Promise<void> {
  if (!(await receive(event, now))) return;
  const { subscription: subscriptionId, payment: paymentIntentId, dispute: disputeId } = subject;
  if (subscriptionId !== null) await applySubscription({ subscriptionId, now });
  if (paymentIntentId !== null) await applyPayment({ paymentIntentId, now });
  if (disputeId !== null) await applyDispute({ disputeId, now });
  await write((tx) => tx.update(stripeEvents).set({ processedAt: now }).where(eq(stripeEvents.id, event.id)));
}

async function verify(payload: string, signature: string | null): Promise<Stripe.Event> {
  const { STRIPE_WEBHOOK_SECRET: secret } = environment();
  if (!secret) throw new NotImplemented("このサーバーではお支払いを受け付けていません");
  const { default: StripeClient } = await import("stripe");
  try {
    const event = StripeClient.webhooks.constructEvent(payload, signature ?? "", secret);
    if (usable.safeParse(event).success) return event;
  } catch (error) {
    logger.warn({ reason: error instanceof Error ? error.name : "" }, "webhook refused");
    throw new Invalid({}, "署名を確認できません");
  }
  throw unusable();
}

function unusable(): Invalid {
  logger.warn("webhook event unusable");
  return new Invalid({}, "イベントの内容を読み取れません");
}

/** False when the event was processed before. */
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

interface Subject {
  subscription: string | null;
  payment: string | null;
  dispute: string | null;
}

const nothing: Subject = { subscription: null, payment: null, dispute: null };

/** Throws `Invalid` for an event that should name a subscription, a payment or a dispute and names something else. */
function subjectOf(event: Stripe.Event): Subject {
  const subscription = (id: unknown): Subject => ({ ...nothing, subscription: readId(id) });
  switch (event.type) {
    case "checkout.session.completed":
      return subscription(event.data.object.subscription);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return subscription(event.data.object.id ?? "");
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
      return subscription(event.data.object.parent?.subscription_details?.subscription);
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { ...nothing, payment: readId(event.data.object.payment_intent) };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const { id, payment_intent: payment } = event.data.object;
      return { ...nothing, payment: readId(payment), dispute: readId(id) };
    }
    default:
      return nothing;
  }
}

/** Stripe gives an id, or the object itself. */
function readId(given: unknown): string | null {
  if (given === null || given === undefined) return null;
  const id = identifier.safeParse(typeof given === "object" ? Reflect.get(given, "id") : given);
  if (!id.success) throw unusable();
  return id.data;
}

export async function removeOldStripeEvents(now: Date = new Date()): Promise<number> {
  return removeRows(stripeEvents, lte(stripeEvents.receivedAt, new Date(now.getTime() - retentionMs)));
}
