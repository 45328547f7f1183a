import type Stripe from "stripe";
import { Conflict } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/**
 * Ends the viewer's pause: the next payment is taken at once, and its month begins. A pause that has not begun is taken
 * back instead, as if it had never been chosen. Throws `Conflict` without a pause.
 */
export function resumeSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, { id, pausedFrom }) => {
    if (kind === "pausing") return (stripe) => stripe.subscriptions.update(id, { pause_collection: "" });
    if (kind !== "paused" || !pausedFrom) throw new Conflict("一時停止していません。");
    return (stripe) => resumeAtStripe(stripe, { id, pausedFrom });
  });
}

/** Ends a pause at Stripe with a new month from now on, paid at once: at most once for each pause. */
export function resumeAtStripe(
  stripe: Stripe,
  { id, pausedFrom }: { id: string; pausedFrom: Date },
): Promise<unknown> {
  return stripe.subscriptions.update(
    id,
    { pause_collection: "", billing_cycle_anchor: { type: "now" }, proration_behavior: "none" },
    { idempotencyKey: `resume-${id}-${pausedFrom.getTime()}` },
  );
}
