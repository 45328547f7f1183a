import type { Actor } from "#app/features/audit/actor.ts";
import { insertAudit, settleAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, DomainError } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import type { Membership } from "../membership.ts";
import { findSubscription } from "../server/find-membership.server.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { StripeFailure } from "../stripe/stripe-client.server.ts";
import { cancelSubscription } from "./cancel-subscription.server.ts";

/** Where Stripe's answer is missing it may have done what was asked. */
const isUndecided = (error: unknown) =>
  !(error instanceof DomainError) ||
  (error instanceof StripeFailure && (error.status === null || error.status >= 500));

/**
 * Cancels a member's subscription at the end of the paid period, as the member could; they are told by e-mail. The audit log
 * has the request before Stripe is asked, and what came of it afterwards. Throws `Conflict` when there is nothing to cancel, and `StripeFailure`.
 */
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
