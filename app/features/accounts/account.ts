/** The official account of the site. Its id is also the path of its page, `/mugen`. */
export const officialAccount = { id: "mugen", name: "Mugen", customUserId: "mugen", picture: "∞" };

/** Alias of the official account in addresses and request data; never stored. */
export const officialAlias = "mugen_official";

/** The address of a member's public page: `/{customUserId}`, or `/{id}` until one is chosen. */
export function profilePath(person: { id: string; customUserId: string | null }): string {
  return `/${person.customUserId ?? person.id}`;
}

/**
 * The one entitlement rule: premium while the end date, which includes the grace of a renewal, is in the future or absent.
 */
export function isPremium(
  account: { isPremium: boolean; premiumEndDate: Date | null },
  now: Date = new Date(),
): boolean {
  return account.isPremium && (account.premiumEndDate === null || account.premiumEndDate > now);
}

/** The end of premium as it is shown: without the grace in which Stripe renews. Null for premium without an end. */
export function shownPremiumEnd(account: {
  premiumEndDate: Date | null;
  premiumDisplayEndDate: Date | null;
}): Date | null {
  return account.premiumDisplayEndDate ?? account.premiumEndDate;
}
