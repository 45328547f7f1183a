/**
 * How a member has premium. `canceling`: ends at `paidUntil`. `pausing`: a pause is chosen and its paid period still runs.
 * `paused`: nothing is paid until `resumesAt`. `past_due`: a payment failed, and Stripe tries again or has given up.
 */
export const membershipKinds = [
  "free",
  "granted",
  "active",
  "canceling",
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

/** Whether premium is bought already: another subscription is refused. */
export const hasSubscription = ({ kind }: Pick<Membership, "kind">): boolean =>
  kind !== "free" && kind !== "granted";

/** Days before the end of a grant from which its member can subscribe. */
export const subscribeBeforeGrantEndsDays = 7;
