import { Conflict } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/** Takes the cancellation of the viewer's subscription back while it still runs. Throws `Conflict` without one. */
export function reactivateSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, subscription) => {
    if (kind !== "canceling") throw new Conflict("解約の手続きはされていません。");
    if (!isLive(subscription)) throw new Conflict("プレミアムはすでに終了しています。");
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
