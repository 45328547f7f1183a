/**
 * The one entitlement rule: premium while the end date is in the future or absent (spec 1 §4).
 */
export function isPremium(
  account: { isPremium: boolean; premiumEndDate: Date | null },
  now: Date = new Date(),
): boolean {
  return account.isPremium && (account.premiumEndDate === null || account.premiumEndDate > now);
}
