import { Conflict } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/**
 * Cancels the viewer's subscription at the end of the paid period, also one whose pause has not begun. One for which
 * nothing is paid now (paused, or its payment failed) ends at once. Throws `Conflict` when there is nothing to cancel.
 */
export function cancelSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, { id }) => {
    if (kind === "canceling" || kind === "ended") throw new Conflict("解約の手続きは済んでいます。");
    if (kind === "paused" || kind === "past_due") return (stripe) => stripe.subscriptions.cancel(id);
    return (stripe) =>
      stripe.subscriptions.update(id, {
        cancel_at_period_end: true,
        ...(kind === "pausing" ? { pause_collection: "" } : {}),
      });
  });
}
