import { QuotaReached } from "../domain-error.ts";
import { isPremium } from "../premium/is-premium.ts";

/** Playlists of a free and of a premium member (spec 2 §9). */
export const playlistLimits = { free: 10, premium: 100 } as const;

/** What the alert at the limit says (spec 2 §5): first what is the matter, then what to do. */
export const limitMessages = {
  reached: "プレイリスト上限に達しています",
  free: `プレミアムにアップグレードすると、最大${playlistLimits.premium}個まで作成できます。`,
  premium: "新しく作成するには、既存のプレイリストを削除してください。",
} as const;

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
