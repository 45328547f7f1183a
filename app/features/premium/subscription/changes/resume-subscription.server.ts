import type Stripe from "stripe";
import { Conflict } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";
import { fromSeconds, idOf } from "../stripe/stripe-client.server.ts";
import { changeSubscription } from "./change-subscription.server.ts";

/** How long before a renewal a pause ends without a month of its own, at the latest: calls and clocks are not that far apart. */
const renewalMarginMs = 60 * 60 * 1000;

/**
 * Ends the viewer's pause: the next payment is taken at once, and its month begins. A pause that has not begun is taken
 * back instead, as if it had never been chosen. One that was paused on Stripe's dashboard goes on once its payment has
 * succeeded. Throws `Conflict` without a pause.
 */
export function resumeSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, { id, status, pausedFrom }) => {
    if (kind === "pausing") return (stripe) => stripe.subscriptions.update(id, { pause_collection: "" });
    if (status === "paused") return (stripe) => resumePaused(stripe, id);
    if (kind !== "paused" || !pausedFrom) throw new Conflict("一時停止していません。");
    return (stripe) => resumeAtStripe(stripe, { id, pausedFrom, isAway: false, now });
  });
}

/**
 * Ends a pause at Stripe with a new month from now on, paid at once: at most once for each pause. Where Stripe asks for the
 * money of the coming month by itself, because a renewal follows the end of the pause, the pause is only lifted: that
 * payment comes within two hours, and a month of ours would be a second one. `isAway`: the member is not there to confirm
 * a payment.
 */
export async function resumeAtStripe(
  stripe: Stripe,
  { id, pausedFrom, isAway, now }: { id: string; pausedFrom: Date; isAway: boolean; now: Date },
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (willRenew(subscription, now) || (await isRenewing(stripe, id, now))) {
    if (subscription.pause_collection) await stripe.subscriptions.update(id, { pause_collection: "" });
    return;
  }
  // The key is the same whether somebody is there or not: of two such calls Stripe refuses the second.
  await stripe.subscriptions.update(
    id,
    {
      pause_collection: "",
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      off_session: isAway,
    },
    { idempotencyKey: `resume-${id}-${pausedFrom.getTime()}` },
  );
}

/** Resumes what Stripe itself has paused, which is another state than a pause of ours: at most once for each such pause. */
async function resumePaused(stripe: Stripe, id: string): Promise<void> {
  const { latest_invoice: before } = await stripe.subscriptions.retrieve(id);
  await stripe.subscriptions.resume(
    id,
    {
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      payment_behavior: "resume_on_payment_success",
    },
    { idempotencyKey: `resume-${id}-after-${idOf(before)}` },
  );
}

/** Whether a renewal that the pause does not void is due within the next hour, or late. */
function willRenew({ items, pause_collection: pause }: Stripe.Subscription, now: Date): boolean {
  return items.data.some(
    ({ current_period_end: end }) =>
      fromSeconds(end).getTime() - now.getTime() <= renewalMarginMs &&
      (pause === null || (pause.resumes_at !== null && pause.resumes_at <= end)),
  );
}

/** Whether Stripe is about to collect an invoice for time that has not passed: a draft, or one whose card is tried. */
async function isRenewing(stripe: Stripe, subscription: string, now: Date): Promise<boolean> {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 });
  return data.some(
    ({ status, auto_advance: advances, lines }) =>
      (status === "draft" || status === "open") &&
      advances &&
      lines.data.some(({ period }) => fromSeconds(period.end) > now),
  );
}
