import { formatDate } from "#app/lib/format-date.ts";
import type { MembershipView } from "../membership-view.ts";
import { findMembership } from "./find-membership.server.ts";

/** The membership of a member, for a screen. */
export async function viewMembership(options: { userId: string; now?: Date }): Promise<MembershipView> {
  const { paidUntil, nextPaymentAt, resumesAt, grantedUntil, ...rest } = await findMembership(options);
  return {
    ...rest,
    paidUntil: paidUntil && formatDate(paidUntil),
    nextPaymentAt: nextPaymentAt && formatDate(nextPaymentAt),
    resumesAt: resumesAt && formatDate(resumesAt),
    grantedUntil: grantedUntil && formatDate(grantedUntil),
  };
}
