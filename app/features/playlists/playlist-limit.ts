import { QuotaReached } from "../domain-error.ts";
import { isPremium } from "../premium/is-premium.ts";
import { limitMessages, playlistLimits } from "./playlist-limits.ts";

interface Account {
  isPremium: boolean;
  premiumEndDate: Date | null;
}

/** So many playlists may the account have. */
export const playlistLimitOf = (account: Account, now: Date = new Date()): number =>
  isPremium(account, now) ? playlistLimits.premium : playlistLimits.free;

/** The rule "one more playlist" for an account that has `count`. Throws `QuotaReached`. */
export function requireRoom(account: Account, count: number): void {
  if (count < playlistLimitOf(account)) return;
  throw new QuotaReached(limitMessages.reached, limitMessages[isPremium(account) ? "premium" : "free"]);
}
