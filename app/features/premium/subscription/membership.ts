import { premiumTerms } from "../premium.ts";

/**
 * How a member has premium. `canceling`: ends at `paidUntil`. `ended`: is over at Stripe and can't go on, while premium lasts
 * until `paidUntil`, such as after a denial that was taken back. `pausing`: a pause is chosen and its paid period still runs.
 * `paused`: nothing is paid until `resumesAt`. `past_due`: a payment failed, and Stripe tries again or has given up.
 */
export const membershipKinds = [
  "free",
  "granted",
  "active",
  "canceling",
  "ended",
  "pausing",
  "paused",
  "past_due",
] as const;

/** A member's premium as screens show it. A subscription comes before a grant, which `grantedUntil` tells all the same. */
export interface Membership {
  kind: (typeof membershipKinds)[number];
  /** End of the time that is paid, without the grace of a renewal; null without a subscription. */
  paidUntil: Date | null;
  /** When the next payment is taken; null when none is. */
  nextPaymentAt: Date | null;
  /** When a pause ends; null without one. */
  resumesAt: Date | null;
  /** End of premium by an operator's grant; null without one that runs. */
  grantedUntil: Date | null;
  /** Whether the one pause was used: from its begin on. */
  pauseUsed: boolean;
  /** Whether the portal can be opened. */
  hasCustomer: boolean;
}

export const hasSubscription = ({ kind }: Pick<Membership, "kind">): boolean =>
  kind !== "free" && kind !== "granted" && kind !== "ended";

/** Days before the end of a grant from which its member can subscribe. */
export const subscribeBeforeGrantEndsDays = 7;
const beforeGrantEndsMs = subscribeBeforeGrantEndsDays * 24 * 60 * 60 * 1000;

/** When a pause ends that begins at the end of the paid time. */
export const endOfPause = (paidUntil: Date): Date =>
  new Date(paidUntil.getTime() + premiumTerms.pauseDays * 24 * 60 * 60 * 1000);

/**
 * When the paid time of a purchase begins: where the premium ends that the member has without a subscription, by a grant or
 * by what was paid for one that is over; null for at once. `opensAt`: from when on it can be bought, which is late for a
 * grant.
 */
export function startOfPurchase({
  kind,
  paidUntil,
  grantedUntil,
}: Pick<Membership, "kind" | "paidUntil" | "grantedUntil">): { at: Date | null; opensAt: Date | null } {
  const left = kind === "ended" ? paidUntil : null;
  if (!grantedUntil || (left && left > grantedUntil)) return { at: left, opensAt: null };
  return { at: grantedUntil, opensAt: new Date(grantedUntil.getTime() - beforeGrantEndsMs) };
}

type Dates = "paidUntil" | "nextPaymentAt" | "resumesAt" | "grantedUntil";

/** A membership as screens show it, with dates like 「2026年11月21日」 in Asia/Tokyo. */
export type MembershipView = Omit<Membership, Dates> &
  Record<Dates, string | null> & {
    /** When a pause that is chosen now would end; null where none can be chosen. */
    pauseUntil: string | null;
  };
