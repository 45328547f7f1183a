import type { Membership } from "./membership.ts";

type Dates = "paidUntil" | "nextPaymentAt" | "resumesAt" | "grantedUntil";

/** A membership as screens show it, with dates like 「2026年11月21日」 in Asia/Tokyo. */
export type MembershipView = Omit<Membership, Dates> &
  Record<Dates, string | null> & {
    /** When a pause that is chosen now would end; null where none can be chosen. */
    pauseUntil: string | null;
  };
