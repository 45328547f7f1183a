import { accountStateLabels } from "#app/features/accounts/account.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { defaultGrantDays, shortId } from "./admin-members.ts";
import type { PaymentNotes } from "./server/describe-payments.server.ts";
import type { MemberRow } from "./server/list-members.server.ts";

export interface MemberView {
  id: string;
  shortId: string;
  name: string;
  picture: string | null;
  customUserId: string | null;
  email: string;
  state: MemberRow["state"];
  stateLabel: string;
  isOfficial: boolean;
  isPremium: boolean;
  isPaying: boolean;
  registered: string;
  premiumEnd: string;
  /** ISO 8601; empty without an end. */
  seenEnd: string;
  /** The day that the form proposes, in Asia/Tokyo. */
  proposedEnd: string;
  canInvite: boolean;
  /** What a denial, a suspension and a deletion do to the member's premium; null where they do nothing. */
  payment: PaymentNotes | null;
}

export function toMemberView(member: MemberRow, payment: PaymentNotes | null = null): MemberView {
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
    seenEnd: premiumEndDate?.toISOString() ?? "",
    proposedEnd: tokyoDay(new Date(Date.now() + defaultGrantDays * dayMs)),
    canInvite,
    payment,
  };
}
