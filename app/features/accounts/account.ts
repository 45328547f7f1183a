import { Conflict } from "#app/features/domain-error.ts";

/** Its id is also the path of its page, `/mugen`. */
export const officialAccount = { id: "mugen", name: "Mugen", customUserId: "mugen", picture: "∞" };

/** Operators publish its tracks: their words are not judged for harm, nor queued for other operators. */
export const isOfficial = (userId: string): boolean => userId === officialAccount.id;

/** Who reads and changes the official account's tracks for an operator: its author, who hears everything. */
export const officialViewer = {
  ...officialAccount,
  isPremium: true,
  premiumEndDate: null,
  speedTrialEndsAt: null,
};

/** In addresses and request data; never stored. */
export const officialAlias = "mugen_official";

/** `/{customUserId}`, or `/{id}` until one is chosen. */
export function profilePath(person: { id: string; customUserId: string | null }): string {
  return `/${person.customUserId ?? person.id}`;
}

/** The one premium rule. The end date includes the grace of a renewal; without one, premium does not end. */
export function isPremium(
  account: { isPremium: boolean; premiumEndDate: Date | null },
  now: Date = new Date(),
): boolean {
  return account.isPremium && (account.premiumEndDate === null || account.premiumEndDate > now);
}

/** Without the grace in which Stripe renews. Null for premium without an end. */
export function shownPremiumEnd(account: {
  premiumEndDate: Date | null;
  premiumDisplayEndDate: Date | null;
}): Date | null {
  return account.premiumDisplayEndDate ?? account.premiumEndDate;
}

/**
 * `approved`: the only state that passes the gate and whose tracks are shown. `pending`: waits to be let in. `suspended`:
 * locked out for now; its subscription goes on, and lifting it gives everything back. `denied`: shut out; its subscription
 * has ended.
 */
export type AccountState = "approved" | "pending" | "denied" | "suspended";

export const accountStateLabels: Record<AccountState, string> = {
  approved: "承認済み",
  pending: "承認待ち",
  suspended: "停止中",
  denied: "拒否",
};

export const isLockedOut = (state: AccountState): boolean => state === "denied" || state === "suspended";

/** Throws `Conflict`, with the present state, unless the account is in the state that the actor saw. */
export function requireSeenState(state: AccountState, seen: AccountState | undefined): void {
  if (seen !== undefined && seen !== state)
    throw new Conflict(`ほかの画面で変更されています。今の状態は「${accountStateLabels[state]}」です。`);
}
