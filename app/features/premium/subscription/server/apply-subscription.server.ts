import { NotImplemented } from "#app/features/domain-error.ts";

/** Applies what Stripe says about a subscription. */
export async function applySubscription(_options: { subscriptionId: string; now?: Date }): Promise<void> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
