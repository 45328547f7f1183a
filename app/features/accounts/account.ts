import { Conflict } from "#app/features/domain-error.ts";

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

/**
 * Only an approved account passes the access gate, and only what it has published is shown. A `pending` one waits to be let in.
 * A `suspended` one is locked out for now: its subscription goes on, and lifting the suspension gives everything back. A
 * `denied` one is shut out, and its subscription has ended.
 */
export type AccountState = "approved" | "pending" | "denied" | "suspended";

export const accountStateLabels: Record<AccountState, string> = {
  approved: "承認済み",
  pending: "承認待ち",
  suspended: "停止中",
  denied: "拒否",
};

/** Whether an operator has taken the account's access from it, for now or for good. */
export const isLockedOut = (state: AccountState): boolean => state === "denied" || state === "suspended";

/** Throws `Conflict`, with what it is now, unless an account is in the state that somebody decided upon. */
export function requireSeenState(state: AccountState, seen: AccountState | undefined): void {
  if (seen !== undefined && seen !== state)
    throw new Conflict(`ほかの画面で変更されています。今の状態は「${accountStateLabels[state]}」です。`);
}
