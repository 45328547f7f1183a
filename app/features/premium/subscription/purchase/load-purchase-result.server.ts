import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotImplemented } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import type { ReturnStatus } from "../payment-return.ts";
import { findMembership } from "../server/find-membership.server.ts";
import { StripeFailure } from "../stripe/stripe-client.server.ts";
import type { PurchaseResult } from "../subscription.ts";
import { premiumPath, premiumSuccessPath } from "../subscription.ts";
import { confirmPayment } from "./confirm-payment.server.ts";

/**
 * How a member's purchase stands, for `/premium-success`, or the path to go on at. Stripe is asked and what it says applied;
 * `status` of the address only decides how a failure of that is shown.
 */
export async function loadPurchaseResult(options: {
  viewer: Viewer;
  status: ReturnStatus | null;
}): Promise<PurchaseResult | { path: string }> {
  const { viewer, status } = options;
  if (viewer.isPremium) return { state: "paid" };
  try {
    const { state, premiumEndDate } = await confirmPayment({ viewer });
    // The page's other data was loaded before this was known.
    if (state === "paid" && premiumEndDate && premiumEndDate > new Date())
      return { path: premiumSuccessPath };
    if (state !== "unpaid") return { state };
    // What was being processed when Stripe led back is no longer named by the address.
    if (status === "processing") return { state: status };
    return status ? { state } : { path: premiumPath };
  } catch (error) {
    if (error instanceof NotImplemented) return { path: premiumPath };
    const isUnreachable = error instanceof StripeFailure && error.status === null;
    if (!(error instanceof StripeFailure)) logger.error({ err: error }, "payment not confirmed");
    const { hasCustomer } = await findMembership({ userId: viewer.id });
    // Who has never begun a purchase has only been sent a link.
    if (!hasCustomer) return { path: premiumPath };
    if (status === "failed" || status === null) return { state: "unknown" };
    return { state: isUnreachable ? "unreachable" : "failed" };
  }
}
