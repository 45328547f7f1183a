import { NotImplemented } from "#app/features/domain-error.ts";
import type { Membership } from "../membership.ts";

/** Ends a pause, or takes back one that has not begun. */
export async function resumeSubscription(_options: {
  viewer: { id: string };
  now?: Date;
}): Promise<Membership> {
  throw new NotImplemented("このサーバーではお支払いを受け付けていません");
}
