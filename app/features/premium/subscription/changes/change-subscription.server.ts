import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { Conflict, NotImplemented } from "#app/features/domain-error.ts";
import { primary } from "#db/client.ts";
import type { subscriptions } from "#db/schema/index.ts";
import type { Membership } from "../membership.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { findMembership, findSubscription } from "../server/find-membership.server.ts";
import { callStripe } from "../stripe/stripe-client.server.ts";

/** A change of a subscription at Stripe, given as values: sent twice it leads to the same. */
type Change = (stripe: Stripe) => Promise<unknown>;

/**
 * Changes the member's subscription at Stripe, which is read anew before `choose` decides by it and after the change.
 * Returns the new membership. What a crash leaves unapplied comes with the webhook or the reconciliation. Throws
 * `Conflict` without a subscription, what `choose` throws, and `StripeFailure`.
 */
export async function changeSubscription(
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
