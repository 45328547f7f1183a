import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotImplemented } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import type { ReturnStatus } from "../payment-return.ts";
import { findMembership } from "../server/find-membership.server.ts";
import { StripeFailure } from "../stripe/stripe-client.server.ts";
import { type PurchaseResult, premiumPath, premiumSuccessPath } from "../subscription.ts";
import { confirmPayment } from "./confirm-payment.server.ts";

/** Asks Stripe and applies its answer. The address's `status` only decides how a failure is shown. */
export async function loadPurchaseResult(options: {
  viewer: Viewer;
  status: ReturnStatus | null;
}): Promise<PurchaseResult | { path: string }> {
  const { viewer, status } = options;
  if (viewer.isPremium) return { state: "paid" };
  try {
    const { state, premiumEndDate } = await confirmPayment({ viewer });
    // Prevents an outdated page: its other data was loaded before this was known.
    if (state === "paid" && premiumEndDate && premiumEndDate > new Date())
      return { path: premiumSuccessPath };
    if (state !== "unpaid") return { state };
    // The address no longer names the payment that was processing.
    if (status === "processing") return { state: status };
    return status ? { state } : { path: premiumPath };
  } catch (error) {
    if (error instanceof NotImplemented) return { path: premiumPath };
    const isUnreachable = error instanceof StripeFailure && error.status === null;
    if (!(error instanceof StripeFailure)) logger.error({ err: error }, "payment not confirmed");
    const { hasCustomer } = await findMembership({ userId: viewer.id });
    // A visitor who never began a purchase has only followed a link.
    if (!hasCustomer) return { path: premiumPath };
    if (status === "failed" || status === null) return { state: "unknown" };
    return { state: isUnreachable ? "unreachable" : "failed" };
  }
}
