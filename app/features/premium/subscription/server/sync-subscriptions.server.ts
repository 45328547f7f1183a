import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { insertAudit, settleAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import { subscriptions, users } from "#db/schema/index.ts";
import { listSubscriptions } from "../purchase/open-purchases.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";

/**
 * Reads all of a member's subscriptions anew at Stripe, also those that are not known here yet, and applies what it says.
 * Throws `NotFound` for an unknown account, `Conflict` for one without a customer at Stripe, and `StripeFailure`.
 */
export async function syncSubscriptions(options: {
  userId: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { userId, actor, now = new Date() } = options;
  const [account] = await primary.select().from(users).where(eq(users.id, userId));
  if (!account) throw new NotFound("ユーザーが見つかりません");
  const { stripeCustomerId: customer } = account;
  if (!customer) throw new Conflict("この会員には、お支払いの記録がありません。");
  const known = await primary
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const found = await listSubscriptions(customer);
  const ids = [...new Set([...known, ...found].map(({ id }) => id))];
  const target = { type: "user" as const, id: userId };
  const action = "user.premium-sync";
  const requested = { actor, action, target, after: { result: "requested" }, now } as const;
  const id = await write((tx) => insertAudit(tx, requested));
  try {
    for (const subscriptionId of ids) await applySubscription({ subscriptionId, now });
  } catch (error) {
    await write((tx) => settleAudit(tx, { id, action, after: { result: "failed" } }));
    throw error;
  }
  const after = { result: "done", subscriptions: ids.length };
  await write((tx) => settleAudit(tx, { id, action, after }));
}
