import { Conflict } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/** Takes the cancellation of the viewer's subscription back while it still runs. Throws `Conflict` without one. */
export function keepSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, subscription) => {
    if (kind !== "canceling") throw new Conflict("解約の手続きはされていません。");
    if (!isLive(subscription)) throw new Conflict("プレミアムはすでに終了しています。");
    return (stripe) => stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  });
}
