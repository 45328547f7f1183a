import type Stripe from "stripe";
import { callStripe, fromSeconds } from "./stripe-client.server.ts";

/** In a refund's metadata: finds it again when the answer of the call was lost. */
export const requestIdKey = "mugen_refund";

/** The money is on its way to the payer, or there. */
export const isGivenBack = ({ status }: { status: string }): boolean =>
  status === "pending" || status === "requires_action" || status === "succeeded";

export type StripeRefund = ReturnType<typeof toRefund>;

export function toRefund(refund: Stripe.Refund) {
  const { id, amount, status, failure_reason: failure, created, metadata } = refund;
  return {
    id,
    amount,
    status: statuses.find((known) => known === status) ?? "pending",
    failure: status === "failed" ? (failure ?? "unknown") : null,
    createdAt: fromSeconds(created),
    /** Of our row; null for one that was made elsewhere. */
    requestId: metadata?.[requestIdKey] ?? null,
  };
}

const statuses = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;

/** All refunds of a payment. Throws `StripeFailure`. */
export async function readRefunds(paymentIntentId: string): Promise<StripeRefund[]> {
  const { data } = await callStripe((stripe) =>
    stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
  );
  return data.map(toRefund);
}
