import { Forbidden } from "../domain-error.ts";
import { entitlementsOf } from "../premium/entitlements.ts";

type Account = NonNullable<Parameters<typeof entitlementsOf>[0]>;

/** The rule "who may keep tracks on a device": premium members. Throws `Forbidden`. */
export function requireOffline(account: Account, now: Date = new Date()): void {
  if (!entitlementsOf(account, now).offline)
    throw new Forbidden("オフライン保存はプレミアム会員限定機能です");
}
