import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { callStripe, fromSeconds, idOf, ignoreMissing } from "./stripe-client.server.ts";

interface PaidInvoice {
  id: string;
  paymentIntentId: string | null;
  /** Yen. */
  amount: number;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
  /** Refunded in full, or disputed and not won. */
  isReversed: boolean;
}

/** A subscription as Stripe describes it now. */
export interface StripeSubscription {
  id: string;
  customerId: string;
  /** Stripe's status; `incomplete` also for a trial whose card is not confirmed yet. */
  status: string;
  isOurPrice: boolean;
  cancelAtPeriodEnd: boolean;
  /** Invoices are voided until `resumesAt`. */
  isPaused: boolean;
  resumesAt: Date | null;
  createdAt: Date;
  paidInvoices: PaidInvoice[];
}

/** Statuses of a subscription that goes on. */
const liveStatuses = ["active", "trialing", "past_due", "unpaid", "paused"];
export const isLive = ({ status }: { status: string }) => liveStatuses.includes(status);

/** Whether a subscription has ended, or its purchase was never finished. */
export const isOver = ({ status }: { status: string }) =>
  status === "canceled" || status === "incomplete_expired";

/** The status of a subscription; a trial counts as begun once its card is confirmed. */
export const statusOf = (
  subscription: Pick<Stripe.Subscription, "status" | "pending_setup_intent">,
): string =>
  subscription.status === "trialing" && subscription.pending_setup_intent !== null
    ? "incomplete"
    : subscription.status;

export const hasOurPrice = ({ items }: Pick<Stripe.Subscription, "items">): boolean =>
  items.data.some(({ price }) => price.id === environment().STRIPE_PRICE_ID);

/**
 * Reads a subscription with everything that was paid for it; null for one that this account at Stripe does not have. Throws
 * `StripeFailure`, also where the key belongs to another account, which has none of ours.
 */
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
    // A date set in Stripe's dashboard or portal ends it as well.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    isPaused: pause !== null,
    resumesAt: pause?.resumes_at ? fromSeconds(pause.resumes_at) : null,
    createdAt: fromSeconds(subscription.created),
    paidInvoices: await readPaidInvoices(id, customerId),
  };
}

async function readPaidInvoices(subscriptionId: string, customerId: string): Promise<PaidInvoice[]> {
  const { data: invoices } = await callStripe((stripe) =>
    stripe.invoices.list({
      subscription: subscriptionId,
      status: "paid",
      limit: 100,
      expand: ["data.payments"],
    }),
  );
  const hasPayments = invoices.some(({ amount_paid: amount }) => amount > 0);
  const reversed = hasPayments ? await findReversedPayments(customerId) : new Set<string>();
  return invoices.flatMap((invoice) => {
    const periods = invoice.lines.data.map(({ period }) => period);
    const paymentIntentId = paymentIntentOf(invoice);
    if (!invoice.id || periods.length === 0) return [];
    return {
      id: invoice.id,
      paymentIntentId,
      amount: invoice.amount_paid,
      periodStart: fromSeconds(Math.min(...periods.map(({ start }) => start))),
      periodEnd: fromSeconds(Math.max(...periods.map(({ end }) => end))),
      paidAt: fromSeconds(invoice.status_transitions.paid_at ?? invoice.created),
      isReversed: paymentIntentId !== null && reversed.has(paymentIntentId),
    };
  });
}

function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf(paid?.payment.payment_intent);
}

/** Payment intents of a customer whose money was given back or is disputed. */
async function findReversedPayments(customer: string): Promise<Set<string>> {
  const { data: charges } = await callStripe((stripe) => stripe.charges.list({ customer, limit: 100 }));
  const reversed = new Set<string>();
  for (const { id, refunded, disputed, payment_intent: intent } of charges) {
    const isReversed = refunded || (disputed && !(await isDisputeWon(id)));
    const intentId = idOf(intent);
    if (isReversed && intentId !== null) reversed.add(intentId);
  }
  return reversed;
}

/** How a dispute ends that leaves the money here. */
const wonStatuses = ["won", "warning_closed", "prevented"];

/** Whether every dispute of a charge was decided for this site; `disputed` stays set at Stripe. */
async function isDisputeWon(charge: string): Promise<boolean> {
  const { data } = await callStripe((stripe) => stripe.disputes.list({ charge, limit: 100 }));
  return data.length > 0 && data.every(({ status }) => wonStatuses.includes(status));
}
