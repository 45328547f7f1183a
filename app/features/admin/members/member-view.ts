import { accountStateLabels } from "#app/features/accounts/account.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { defaultGrantDays, shortId } from "./admin-members.ts";
import type { PaymentNotes } from "./server/describe-payments.server.ts";
import type { MemberRow } from "./server/list-members.server.ts";

export type MemberView = ReturnType<typeof toMemberView>;

/** `payment`: what a denial, a suspension and a deletion do to the member's premium; null where they do nothing. */
export function toMemberView(member: MemberRow, payment: PaymentNotes | null = null) {
  const { id, name, picture, customUserId, email, state, isOfficial, isPremium, isPaying, canInvite } =
    member;
  const { premiumEndDate } = member;
  return {
    id,
    shortId: shortId(id),
    name,
    picture,
    customUserId,
    email,
    state,
    stateLabel: accountStateLabels[state],
    isOfficial,
    isPremium,
    isPaying,
    registered: formatDate(member.createdAt),
    premiumEnd: premiumEndDate ? formatDate(premiumEndDate) : isPremium ? "期限なし" : "—",
    /** ISO 8601; empty without an end. */
    seenEnd: premiumEndDate?.toISOString() ?? "",
    /** The day that the form proposes, in Asia/Tokyo. */
    proposedEnd: tokyoDay(new Date(Date.now() + defaultGrantDays * dayMs)),
    canInvite,
    payment,
  };
}
