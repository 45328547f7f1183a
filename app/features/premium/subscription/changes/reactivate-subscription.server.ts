import { Conflict } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/** Takes the cancellation of the viewer's subscription back while it still runs. Throws `Conflict` without one. */
export function reactivateSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, subscription) => {
    if (kind === "ended")
      throw new Conflict("ご契約は終了しています。続けるには、もう一度お申し込みください。");
    if (kind !== "canceling") throw new Conflict("解約の手続きはされていません。");
    return async (stripe) => {
      const { cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(subscription.id);
      // Stripe's portal sets `cancel_at` alone, which the flag does not clear; both at once are refused.
      return stripe.subscriptions.update(
        subscription.id,
        atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" },
      );
    };
  });
}
