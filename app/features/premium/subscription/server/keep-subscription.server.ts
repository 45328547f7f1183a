import { NotImplemented } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";

/** Takes a cancellation back. */
export async function keepSubscription(_options: {
  viewer: { id: string };
  now?: Date;
}): Promise<Membership> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
