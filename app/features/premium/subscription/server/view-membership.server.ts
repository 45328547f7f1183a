import { formatDate } from "#app/lib/format-date.ts";
import { endOfPause } from "../membership.ts";
import type { MembershipView } from "../membership-view.ts";
import { findMembership } from "./find-membership.server.ts";

/** The membership of a member, for a screen. */
export async function viewMembership(options: { userId: string; now?: Date }): Promise<MembershipView> {
  const { userId, now = new Date() } = options;
  const membership = await findMembership({ userId, now });
  const { paidUntil, nextPaymentAt, resumesAt, grantedUntil, ...rest } = membership;
  const canPause = rest.kind === "active" && !rest.pauseUsed && paidUntil !== null && paidUntil > now;
  return {
    ...rest,
    paidUntil: paidUntil && formatDate(paidUntil),
    nextPaymentAt: nextPaymentAt && formatDate(nextPaymentAt),
    resumesAt: resumesAt && formatDate(resumesAt),
    grantedUntil: grantedUntil && formatDate(grantedUntil),
    pauseUntil: canPause ? formatDate(endOfPause(paidUntil)) : null,
  };
}
