import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { type Invoices, readInvoices } from "./read-invoices.server.ts";
import { callStripe, fromSeconds, idOf, ignoreMissing } from "./stripe-client.server.ts";

export interface StripeSubscription {
  id: string;
  customerId: string;
  /** Stripe's status, but `incomplete` for a trial without a confirmed card. */
  status: string;
  isOurPrice: boolean;
  cancelAtPeriodEnd: boolean;
  /** Invoices are voided until `resumesAt`. */
  isPaused: boolean;
  resumesAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  invoices: Invoices;
}

export const liveStatuses = ["active", "trialing", "past_due", "unpaid", "paused"];
export const isLive = ({ status }: { status: string }) => liveStatuses.includes(status);

/** Ended, or its purchase was never finished. */
export const isOver = ({ status }: { status: string }) =>
  status === "canceled" || status === "incomplete_expired";

/** A trial begins once its card is confirmed. */
export const statusOf = (
  subscription: Pick<Stripe.Subscription, "status" | "pending_setup_intent">,
): string =>
  subscription.status === "trialing" && subscription.pending_setup_intent !== null
    ? "incomplete"
    : subscription.status;

export const hasOurPrice = ({ items }: Pick<Stripe.Subscription, "items">): boolean =>
  items.data.some(({ price }) => price.id === environment().STRIPE_PRICE_ID);

/** Null if this Stripe account lacks it. Throws `StripeFailure`, also for a key of another Stripe account. */
export async function readSubscription(id: string): Promise<StripeSubscription | null> {
  const subscription = await ignoreMissing(callStripe((stripe) => stripe.subscriptions.retrieve(id)));
  if (!subscription) {
    await callStripe((stripe) => stripe.prices.retrieve(environment().STRIPE_PRICE_ID ?? ""));
    return null;
  }
  const customerId = idOf(subscription.customer) ?? "";
  const pause = subscription.pause_collection;
  return {
    id,
    customerId,
    status: statusOf(subscription),
    isOurPrice: hasOurPrice(subscription),
    // A date from Stripe's dashboard or portal ends it too.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    isPaused: pause !== null,
    resumesAt: pause?.resumes_at ? fromSeconds(pause.resumes_at) : null,
    createdAt: fromSeconds(subscription.created),
    endedAt: subscription.ended_at === null ? null : fromSeconds(subscription.ended_at),
    invoices: await readInvoices(id, customerId),
  };
}
