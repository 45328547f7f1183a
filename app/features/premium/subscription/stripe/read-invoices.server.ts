import type Stripe from "stripe";
import { statusesWithMoney } from "../disputes/dispute.ts";
import { isGivenBack, readRefunds, type StripeRefund, toRefund } from "./read-refunds.server.ts";
import { callStripe, fromSeconds, idOf } from "./stripe-client.server.ts";

/** More than a customer has. */
const maxListed = 10_000;

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
  /** Refunded in full, or taken back by a dispute that was not won. */
  isReversed: boolean;
  /** Failed ones too; null where Stripe has not been asked. */
  refunds: StripeRefund[] | null;
}

export type Invoices = Awaited<ReturnType<typeof readInvoices>>;

/**
 * The paid invoices of a subscription, with what was given back of each, and those whose payment has failed. Throws
 * `StripeFailure`.
 */
export async function readInvoices(subscription: string, customerId: string) {
  const invoices = await callStripe((stripe) =>
    stripe.invoices
      .list({ subscription, limit: 100, expand: ["data.payments"] })
      .autoPagingToArray({ limit: maxListed }),
  );
  const paid = invoices.filter(({ status }) => status === "paid");
  const failed = invoices.filter(
    ({ status, attempt_count: attempts }) => status !== "paid" && status !== "draft" && attempts > 0,
  );
  const hasPayments = failed.length > 0 || paid.some(({ amount_paid: amount }) => amount > 0);
  const charges = hasPayments ? await readCharges(customerId) : new Map<string, ChargeState>();
  return {
    paid: paid.flatMap((invoice) => toPaid(invoice, charges)),
    failed: failed.flatMap((invoice) => toFailed(invoice, charges)),
  };
}

function toPaid(invoice: Stripe.Invoice, charges: ReadonlyMap<string, ChargeState>): PaidInvoice[] {
  const periods = invoice.lines.data.map(({ period }) => period);
  const payment = invoice.payments?.data.find(({ status }) => status === "paid");
  const paymentIntentId = idOf(payment?.payment.payment_intent);
  const charge = charges.get(paymentIntentId ?? "");
  if (!invoice.id || periods.length === 0) return [];
  return [
    {
      id: invoice.id,
      number: invoice.number,
      paymentIntentId,
      amount: invoice.amount_paid,
      periodStart: fromSeconds(Math.min(...periods.map(({ start }) => start))),
      periodEnd: fromSeconds(Math.max(...periods.map(({ end }) => end))),
      paidAt: fromSeconds(invoice.status_transitions.paid_at ?? invoice.created),
      isReversed: charge?.isReversed ?? false,
      refunds: charge?.refunds ?? [],
    },
  ];
}

function toFailed(invoice: Stripe.Invoice, charges: ReadonlyMap<string, ChargeState>) {
  const { id, amount_due: amount, attempt_count: attempts, next_payment_attempt: next, status } = invoice;
  const states = (invoice.payments?.data ?? []).flatMap(
    ({ payment }) => charges.get(idOf(payment.payment_intent) ?? "") ?? [],
  );
  const latest = states.map(({ refusal }) => refusal).find((refusal) => refusal !== null);
  if (!id) return [];
  return [
    {
      id,
      amount,
      attempts,
      /** Why the bank refused, in Stripe's codes. */
      failure: latest?.code ?? null,
      failedAt: latest?.at ?? fromSeconds(invoice.status_transitions.finalized_at ?? invoice.created),
      nextAttemptAt: next === null ? null : fromSeconds(next),
      isOpen: status === "open",
    },
  ];
}

interface ChargeState {
  isReversed: boolean;
  refunds: StripeRefund[];
  /** The latest. */
  refusal: { code: string | null; at: Date } | null;
}

/**
 * By payment intent. Prevents that a disputed payment counts again: whoever has a hundred cards declined after it pushes it off the
 * first page.
 */
async function readCharges(customer: string): Promise<Map<string, ChargeState>> {
  const charges = await callStripe((stripe) =>
    stripe.charges
      .list({ customer, limit: 100, expand: ["data.refunds"] })
      .autoPagingToArray({ limit: maxListed }),
  );
  const states = new Map<string, ChargeState>();
  // The newest first.
  for (const charge of charges) {
    const { id, amount_captured: captured, disputed } = charge;
    const intentId = idOf(charge.payment_intent);
    if (intentId === null) continue;
    // Of several charges of a payment, refused ones have no money to give back.
    const before = states.get(intentId);
    const refunds = await refundsOf(charge, intentId);
    const refunded = sumOf(refunds.filter(isGivenBack));
    states.set(intentId, {
      // Not by Stripe's `refunded`: a refund that failed later gave nothing back.
      isReversed:
        before?.isReversed ||
        (captured > 0 && refunded >= captured) ||
        (disputed && !(await isMoneyKept(id))),
      refunds: [...(before?.refunds ?? []), ...refunds],
      refusal: before?.refusal ?? refusalOf(charge),
    });
  }
  return states;
}

const sumOf = (refunds: readonly StripeRefund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** A charge shows its ten latest alone. */
async function refundsOf({ refunds }: Stripe.Charge, intent: string): Promise<StripeRefund[]> {
  return refunds?.has_more ? readRefunds(intent) : (refunds?.data ?? []).map(toRefund);
}

function refusalOf({ status, failure_code: code, outcome, created }: Stripe.Charge): ChargeState["refusal"] {
  return status === "failed" ? { code: outcome?.reason ?? code, at: fromSeconds(created) } : null;
}

/** Stripe's `disputed` tells neither inquiries nor what was won apart. */
async function isMoneyKept(charge: string): Promise<boolean> {
  const { data } = await callStripe((stripe) => stripe.disputes.list({ charge, limit: 100 }));
  return data.length > 0 && data.every(({ status }) => statusesWithMoney.includes(status));
}
