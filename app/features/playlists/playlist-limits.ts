import { isPremium } from "#app/features/accounts/account.ts";
import { Invalid, QuotaReached } from "#app/features/domain-error.ts";
import { playlistLimits } from "#app/features/premium/premium.ts";

export const limitMessage = "プレイリスト上限に達しています";

/** What a member at the limit can do. Names premium only where it is sold. */
export function limitAdvice(o: { isPremium: boolean; isPremiumSold: boolean }): string {
  const advice = "新しく作成するには、既存のプレイリストを削除してください。";
  if (o.isPremium) return advice;
  return o.isPremiumSold
    ? `プレミアムにアップグレードすると、最大${playlistLimits.premium}個まで作成できます。`
    : `${playlistLimits.free + 1}個目からは、プレミアム会員の方が作成できます。${advice}`;
}

interface Account {
  isPremium: boolean;
  premiumEndDate: Date | null;
}

/** 10 for free members, 100 for premium members. */
export const maxPlaylists = (account: Account): number =>
  isPremium(account) ? playlistLimits.premium : playlistLimits.free;

/** Throws `QuotaReached` if an account with `count` playlists may not create another. */
export function requirePlaylistQuota(
  account: Account,
  { count, isPremiumSold }: { count: number; isPremiumSold: boolean },
): void {
  if (count < maxPlaylists(account)) return;
  throw new QuotaReached(limitMessage, limitAdvice({ isPremium: isPremium(account), isPremiumSold }));
}

const privacyMessage = "非公開のプレイリストはプレミアム会員のみ作成できます";

/** Throws `Invalid` when a free member makes a playlist private. `wasPublic`: true for a new playlist. */
export function requirePrivateAllowed(
  account: Account,
  change: { wasPublic: boolean; isPublic: boolean },
): void {
  if (change.isPublic || !change.wasPublic || isPremium(account)) return;
  throw new Invalid({ isPublic: [privacyMessage] });
}
