import { eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { payments } from "#db/schema/index.ts";
import { applyRefundsOf } from "../refunds/carry-out-refunds.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";

/**
 * Reads anew what a payment belongs to: its subscription, or, where the account is gone, the payment's refunds. Does nothing for an
 * unknown one. Throws `StripeFailure`.
 */
export async function applyPayment(options: { paymentIntentId: string; now: Date }): Promise<void> {
  const { paymentIntentId, now } = options;
  const [payment] = await primary
    .select({ subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  // Of an unknown payment the invoice's event will read it together with the refund, or its account is gone.
  if (payment) await applySubscription({ subscriptionId: payment.subscriptionId, now });
  else await applyRefundsOf({ paymentIntentId, now });
}
