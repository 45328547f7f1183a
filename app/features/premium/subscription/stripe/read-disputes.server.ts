import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { callStripe, fromSeconds, idOf, ignoreMissing, toSeconds } from "./stripe-client.server.ts";

/** More than a site of this size has in the time that is listed. */
const maxListed = 10_000;

export type StripeDispute = ReturnType<typeof toDispute>;

/** `amount`: in yen. `reason` and `status`: Stripe's codes. */
function toDispute(dispute: Stripe.Dispute) {
  const { id, amount, reason, status, created, evidence_details: evidence } = dispute;
  return {
    id,
    paymentIntentId: idOf(dispute.payment_intent),
    amount,
    reason,
    status,
    // Stripe says 0 where no answer is allowed.
    evidenceDueAt: evidence.due_by ? fromSeconds(evidence.due_by) : null,
    createdAt: fromSeconds(created),
  };
}

/** Null if this Stripe account lacks it. Throws `StripeFailure`. */
export async function readDispute(id: string): Promise<StripeDispute | null> {
  const dispute = await ignoreMissing(callStripe((stripe) => stripe.disputes.retrieve(id)));
  return dispute && toDispute(dispute);
}

/** All that began since, of other products too. Throws `StripeFailure`. */
export async function listDisputesSince(since: Date): Promise<StripeDispute[]> {
  const found = await callStripe((stripe) =>
    stripe.disputes
      .list({ created: { gte: toSeconds(since) }, limit: 100 })
      .autoPagingToArray({ limit: maxListed }),
  );
  return found.map(toDispute);
}

/** The page of Stripe's dashboard where evidence is sent. */
export function disputePage(id: string): string {
  const mode = /^[sr]k_test_/.test(environment().STRIPE_SECRET_KEY ?? "") ? "/test" : "";
  return `https://dashboard.stripe.com${mode}/disputes/${encodeURIComponent(id)}`;
}
