import type { Membership } from "../membership.ts";

/** The membership of a member. */
export async function findMembership(_options: { userId: string; now?: Date }): Promise<Membership> {
  return {
    kind: "free",
    paidUntil: null,
    nextPaymentAt: null,
    resumesAt: null,
    grantedUntil: null,
    pauseUsed: false,
    hasCustomer: false,
  };
}
