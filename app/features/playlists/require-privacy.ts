import { Invalid } from "../domain-error.ts";
import { isPremium } from "../premium/is-premium.ts";

/** Why a free member's playlist can't become private (spec 2 §5). */
const privacyMessage = "非公開のプレイリストはプレミアム会員のみ作成できます";

/**
 * The rule "who may have it private": premium members; and whoever has it private already keeps it so, premium or not.
 * `wasPublic` is true for a new one. Throws `Invalid`.
 */
export function requirePrivacy(
  account: { isPremium: boolean; premiumEndDate: Date | null },
  change: { wasPublic: boolean; isPublic: boolean },
): void {
  if (change.isPublic || !change.wasPublic || isPremium(account)) return;
  throw new Invalid({ isPublic: [privacyMessage] });
}
