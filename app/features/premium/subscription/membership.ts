import { dayMs } from "#app/lib/time-units.ts";
import { premiumTerms } from "../premium.ts";

/**
 * `canceling`: ends at `paidUntil`, or within a month where nothing is paid, in a pause. `ended`: over at Stripe, but premium lasts until `paidUntil`, for example after a denial
 * that was taken back. `ending`: its latest payment was refunded or disputed, and Stripe is about to end it.
 * `pausing`: a pause is chosen, and the paid period still runs. `paused`: nothing is paid until `resumesAt`. `past_due`: a
 * payment failed, and Stripe tries again or has given up.
 */
export const membershipKinds = [
  "free",
  "granted",
  "active",
  "canceling",
  "ended",
  "ending",
  "pausing",
  "paused",
  "past_due",
] as const;

/** A subscription comes before a grant; `grantedUntil` is set all the same. */
export interface Membership {
  kind: (typeof membershipKinds)[number];
  /** Without the grace of a renewal; null without a subscription. */
  paidUntil: Date | null;
  nextPaymentAt: Date | null;
  resumesAt: Date | null;
  grantedUntil: Date | null;
  /** Counts from the pause's begin. */
  pauseUsed: boolean;
  hasCustomer: boolean;
}

export const hasSubscription = ({ kind }: Pick<Membership, "kind">): boolean =>
  kind !== "free" && kind !== "granted" && kind !== "ended";

export const endingNote =
  "お支払いが返金されたか、カード会社に異議が申し立てられたため、ご契約を終えるところです。これからのお支払いはありません。";

/** What a grant gives beside a subscription; "" without either. */
export const grantNote = ({ kind, grantedUntil }: Pick<MembershipView, "kind" | "grantedUntil">): string =>
  grantedUntil && kind !== "free" && kind !== "granted"
    ? `運営から付与されたプレミアムは、${grantedUntil}まで料金なしでお使いいただけます。`
    : "";

export const canCancel = (membership: Pick<Membership, "kind">): boolean =>
  hasSubscription(membership) && membership.kind !== "canceling" && membership.kind !== "ending";

/** A member can subscribe from this many days before the grant ends. */
export const subscribeBeforeGrantEndsDays = 7;
const beforeGrantEndsMs = subscribeBeforeGrantEndsDays * dayMs;

/** End of a pause that begins at `paidUntil`. */
export const endOfPause = (paidUntil: Date): Date =>
  new Date(paidUntil.getTime() + premiumTerms.pauseDays * dayMs);

/** Prevents paying twice: paid time follows a grant or what is left (`at`). A grant delays the sale until `opensAt`. */
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

/** For screens. Dates read 「2026年11月21日」, in Asia/Tokyo. `nextPaymentAt` is null, too, while a renewal is awaited, and `paidUntil` where a cancelled one was paused before. */
export type MembershipView = Omit<Membership, Dates> &
  Record<Dates, string | null> & {
    /** End of a pause that is chosen now; null where none can be chosen. */
    pauseUntil: string | null;
    /** The grant is in its last week: premium can be bought for the time after it. */
    isGrantEnding: boolean;
  };
