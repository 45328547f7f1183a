import type Stripe from "stripe";
import { callStripe, fromSeconds, idOf } from "./stripe-client.server.ts";

export interface PaidInvoice {
  id: string;
  /** Stripe's, for people; null where only our own row is left of it. */
  number: string | null;
  paymentIntentId: string | null;
  /** Yen. */
  amount: number;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
  /** Refunded in full, or disputed and not won. */
  isReversed: boolean;
  /** Yen that were refunded; null where Stripe has not been asked. */
  refunded: number | null;
}

/** The paid invoices of a subscription, with what was given back of each. Throws `StripeFailure`. */
export async function readPaidInvoices(subscriptionId: string, customerId: string): Promise<PaidInvoice[]> {
  const { data: invoices } = await callStripe((stripe) =>
    stripe.invoices.list({
      subscription: subscriptionId,
      status: "paid",
      limit: 100,
      expand: ["data.payments"],
    }),
  );
  const hasPayments = invoices.some(({ amount_paid: amount }) => amount > 0);
  const charges = hasPayments ? await readCharges(customerId) : new Map<string, ChargeState>();
  return invoices.flatMap((invoice) => {
    const periods = invoice.lines.data.map(({ period }) => period);
    const paymentIntentId = paymentIntentOf(invoice);
    const charge = paymentIntentId === null ? undefined : charges.get(paymentIntentId);
    if (!invoice.id || periods.length === 0) return [];
    return {
      id: invoice.id,
      number: invoice.number,
      paymentIntentId,
      amount: invoice.amount_paid,
      periodStart: fromSeconds(Math.min(...periods.map(({ start }) => start))),
      periodEnd: fromSeconds(Math.max(...periods.map(({ end }) => end))),
      paidAt: fromSeconds(invoice.status_transitions.paid_at ?? invoice.created),
      isReversed: charge?.isReversed ?? false,
      refunded: charge?.refunded ?? 0,
    };
  });
}

function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf(paid?.payment.payment_intent);
}

type ChargeState = Pick<PaidInvoice, "isReversed"> & { refunded: number };

/** By payment intent. */
async function readCharges(customer: string): Promise<Map<string, ChargeState>> {
  const { data: charges } = await callStripe((stripe) => stripe.charges.list({ customer, limit: 100 }));
  const states = new Map<string, ChargeState>();
  for (const { id, refunded, amount_refunded: amount, disputed, payment_intent: intent } of charges) {
    const intentId = idOf(intent);
    if (intentId === null) continue;
    // Of several charges of a payment, refused ones have no money to give back.
    const before = states.get(intentId);
    states.set(intentId, {
      isReversed: before?.isReversed || refunded || (disputed && !(await isDisputeWon(id))),
      refunded: (before?.refunded ?? 0) + amount,
    });
  }
  return states;
}

/** Ends of a dispute that leave the money here. */
const wonStatuses = ["won", "warning_closed", "prevented"];

/** `disputed` stays set at Stripe after a dispute is won. */
async function isDisputeWon(charge: string): Promise<boolean> {
  const { data } = await callStripe((stripe) => stripe.disputes.list({ charge, limit: 100 }));
  return data.length > 0 && data.every(({ status }) => wonStatuses.includes(status));
}
