import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { insertAudit, settleAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, DomainError, NotImplemented } from "#app/features/domain-error.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { primary, write } from "#db/client.ts";
import type { subscriptions } from "#db/schema/index.ts";
import { endingNote, endOfPause, type Membership } from "../membership.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { findMembership, findSubscription } from "../server/find-membership.server.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { callStripe, fromSeconds, idOf, StripeFailure, toSeconds } from "../stripe/stripe-client.server.ts";

/** A change at Stripe. It sets values, so that sending it twice does no harm. */
type Change = (stripe: Stripe) => Promise<unknown>;

/**
 * Reads the subscription anew at Stripe, lets `choose` pick the change, sends it and reads again. After a crash, the webhook
 * or the reconciliation applies the change. Throws `Conflict` without a subscription, what `choose` throws, and
 * `StripeFailure`.
 */
async function changeSubscription(
  options: { viewer: { id: string }; now: Date },
  choose: (membership: Membership, subscription: typeof subscriptions.$inferSelect) => Change,
): Promise<Membership> {
  const { viewer, now } = options;
  const userId = viewer.id;
  if (!environment().STRIPE_SECRET_KEY)
    throw new NotImplemented("このサーバーではお支払いを受け付けていません");
  const known = await findSubscription(primary, { userId, now });
  if (!known) throw new Conflict("お支払い中のプレミアムはありません。");
  await applySubscription({ subscriptionId: known.id, now });
  const current = await findSubscription(primary, { userId, now });
  if (!current) throw new Conflict("お支払い中のプレミアムはありません。");
  const change = choose(await findMembership({ userId, now }), current);
  await callStripe(change);
  await applySubscription({ subscriptionId: current.id, now });
  return findMembership({ userId, now });
}

/** At the end of the paid period; at once when nothing is paid now. Throws `Conflict` when there is nothing to cancel. */
export function cancelSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, { id }) => {
    if (kind === "canceling" || kind === "ended") throw new Conflict("解約の手続きは済んでいます。");
    if (kind === "ending") throw new Conflict(endingNote);
    if (kind === "paused" || kind === "past_due") return (stripe) => stripe.subscriptions.cancel(id);
    return (stripe) =>
      stripe.subscriptions.update(id, {
        cancel_at_period_end: true,
        ...(kind === "pausing" ? { pause_collection: "" } : {}),
      });
  });
}

/** For 90 days from the paid end, once per account; Stripe voids the invoices. Throws `Conflict` if that is impossible. */
export function pauseSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind, pauseUsed, paidUntil }, { id }) => {
    if (kind === "pausing" || kind === "paused") throw new Conflict("すでに一時停止しています。");
    if (kind === "past_due")
      throw new Conflict("お支払いが確認できていません。先に、カードの情報を更新してください。");
    if (kind === "ending") throw new Conflict(`${endingNote}一時停止できません。`);
    if (kind !== "active") throw new Conflict("解約の手続きが済んでいるため、一時停止できません。");
    if (pauseUsed) throw new Conflict("一時停止は1回だけご利用いただけます。");
    if (!paidUntil || paidUntil <= now)
      throw new Conflict("更新のお支払いを処理しています。1時間ほどしてから、もう一度お試しください。");
    const resumesAt = toSeconds(endOfPause(paidUntil));
    return (stripe) =>
      stripe.subscriptions.update(id, { pause_collection: { behavior: "void", resumes_at: resumesAt } });
  });
}

/** Takes the cancellation back while the subscription still runs. Throws `Conflict` without a cancellation. */
export function reactivateSubscription(options: { viewer: { id: string }; now?: Date }): Promise<Membership> {
  const { viewer, now = new Date() } = options;
  return changeSubscription({ viewer, now }, ({ kind }, subscription) => {
    if (kind === "ended")
      throw new Conflict("ご契約は終了しています。続けるには、もう一度お申し込みください。");
    if (kind !== "canceling") throw new Conflict("解約の手続きはされていません。");
    return async (stripe) => {
      const { cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(subscription.id);
      // Stripe's portal sets only `cancel_at`, which the flag does not clear. Stripe refuses both in one call.
      return stripe.subscriptions.update(
        subscription.id,
        atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" },
      );
    };
  });
}

/** A renewal within this time pays for the month after a pause: calls and clocks are never that far apart. */
const renewalMarginMs = hourMs;

/**
 * Ends the pause: Stripe takes the next payment at once, and its month begins. A pause that has not begun is taken back. A
 * subscription that was paused on Stripe's dashboard goes on once its payment has succeeded. Throws `Conflict` without a
 * pause.
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
 * Prevents two payments for one month: where a renewal follows the pause, Stripe collects it within two hours, so that this
 * only lifts the pause. Otherwise a new month begins now, paid at once. Happens at most once per pause. `isAway`: the member
 * is not there to confirm a payment.
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
  // Prevents a second payment: the key does not depend on `isAway`, so that Stripe refuses the second of two such calls.
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

/** Resumes a subscription that Stripe itself has paused, at most once per pause. */
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

/** Whether Stripe is about to collect an invoice for time to come: a draft, or one whose card is tried. */
async function isRenewing(stripe: Stripe, subscription: string, now: Date): Promise<boolean> {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 });
  return data.some(
    ({ status, auto_advance: advances, lines }) =>
      (status === "draft" || status === "open") &&
      advances &&
      lines.data.some(({ period }) => fromSeconds(period.end) > now),
  );
}

/** Stripe may have done what was asked, although its answer is missing. */
const isUndecided = (error: unknown) =>
  !(error instanceof DomainError) ||
  (error instanceof StripeFailure && (error.status === null || error.status >= 500));

/** Audited before Stripe is asked, and with the result. Throws `Conflict` with nothing to cancel, `StripeFailure`. */
export async function cancelByOperator(options: {
  userId: string;
  actor: Actor;
  now?: Date;
}): Promise<Membership> {
  const { userId, actor, now = new Date() } = options;
  const subscription = await findSubscription(primary, { userId, now });
  if (!subscription || !isLive(subscription)) throw new Conflict("お支払い中のプレミアムはありません。");
  const id = await write((tx) =>
    insertAudit(tx, {
      actor,
      action: "user.premium-cancel-request",
      target: { type: "user", id: userId },
      before: { subscription: subscription.id, cancelAtPeriodEnd: subscription.cancelAtPeriodEnd },
      now,
    }),
  );
  const membership = await cancelSubscription({ viewer: { id: userId }, now }).catch(
    async (error: unknown) => {
      if (!isUndecided(error))
        await write((tx) => settleAudit(tx, { id, action: "user.premium-cancel-failed" }));
      throw error;
    },
  );
  const after = { subscription: subscription.id, cancelAtPeriodEnd: membership.kind === "canceling" };
  await write((tx) => settleAudit(tx, { id, action: "user.premium-cancel", after }));
  return membership;
}
