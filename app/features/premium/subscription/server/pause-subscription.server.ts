import { NotImplemented } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";

/** Pauses the subscription for 90 days from the paid end. */
export async function pauseSubscription(_options: {
  viewer: { id: string };
  now?: Date;
}): Promise<Membership> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
