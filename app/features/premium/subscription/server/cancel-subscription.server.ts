import { NotImplemented } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";

/** Cancels the subscription at the end of the paid period. */
export async function cancelSubscription(_options: {
  viewer: { id: string };
  now?: Date;
}): Promise<Membership> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
