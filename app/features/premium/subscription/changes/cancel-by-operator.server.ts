import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import type { Membership } from "../membership.ts";
import { findSubscription } from "../server/find-membership.server.ts";
import { isLive } from "../stripe/read-subscription.server.ts";
import { cancelSubscription } from "./cancel-subscription.server.ts";

/**
 * Cancels a member's subscription at the end of the paid period, as the member could; they are told by e-mail. It is in the
 * audit log before Stripe is asked. Throws `Conflict` when there is nothing to cancel, and `StripeFailure`.
 */
export async function cancelByOperator(options: {
  userId: string;
  actor: Actor;
  now?: Date;
}): Promise<Membership> {
  const { userId, actor, now = new Date() } = options;
  const subscription = await findSubscription(primary, { userId, now });
  if (!subscription || !isLive(subscription)) throw new Conflict("お支払い中のプレミアムはありません。");
  await write((tx) =>
    recordAudit(tx, {
      actor,
      action: "user.premium-cancel",
      target: { type: "user", id: userId },
      before: { subscription: subscription.id, cancelAtPeriodEnd: subscription.cancelAtPeriodEnd },
      now,
    }),
  );
  return cancelSubscription({ viewer: { id: userId }, now });
}
