import { and, gt, inArray, isNotNull, or } from "drizzle-orm";
import { premiumTerms } from "#app/features/premium/premium.ts";
import type { Membership } from "#app/features/premium/subscription/membership.ts";
import { findMembership } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

export interface PaymentNotes {
  denial: string;
  suspension: string;
  deletion: string;
}

/** By account, as Stripe last described them. Members without premium and without a customer at Stripe have none. */
export async function describePayments(
  userIds: readonly string[],
  now = new Date(),
): Promise<ReadonlyMap<string, PaymentNotes>> {
  const { id, stripeCustomerId, premiumGrantedUntil } = users;
  const found = await primary
    .select({ id })
    .from(users)
    .where(and(inArray(id, [...userIds]), or(isNotNull(stripeCustomerId), gt(premiumGrantedUntil, now))));
  const notes = new Map<string, PaymentNotes>();
  for (const { id: userId } of found) {
    const membership = await findMembership({ userId, now });
    if (membership.kind === "free") continue;
    notes.set(userId, {
      denial: denialNote(membership, now),
      suspension: suspensionNote(membership),
      deletion: deletionNote(membership, now),
    });
  }
  return notes;
}

const day = (date: Date | null) => (date ? formatDate(date) : null);
const untilDay = (date: Date | null) => (date ? `${formatDate(date)}まで` : "期限なし");

const endings: Record<Membership["kind"], string> = {
  free: "",
  granted: "",
  active: "お支払い中のプレミアムは、すぐに解約されます。",
  pausing: "一時停止の予定があるプレミアムは、すぐに解約されます。",
  paused: "一時停止中のプレミアムは、再開せずに解約されます。",
  ending: "お支払いが取り消されたプレミアムの契約は、終わるところです。",
  ended: "プレミアムの契約は、すでに終わっています。",
  canceling: "解約の手続きが済んでいるプレミアムは、すぐに終わります。",
  past_due: "お支払いが滞っているプレミアムは、すぐに解約されます。",
};

/** A denial ends the subscription at Stripe at once and refunds nothing (`premiumAccountLifecycle`). */
function denialNote(membership: Membership, now: Date): string {
  const { kind, paidUntil, grantedUntil } = membership;
  const granted = day(grantedUntil);
  if (kind === "granted")
    return `運営から付与したプレミアム（${untilDay(grantedUntil)}）があります。承認し直したとき、期限が残っていれば使えます。`;
  const isLeft = paidUntil !== null && paidUntil > now;
  return [
    endings[kind],
    "これからの請求はありません。",
    isLeft
      ? `${day(paidUntil)}までの料金は支払い済みで、自動では返金されません。返金するときは、「お支払い」の一覧で行ってください。承認し直したとき、その日までの残りは使えますが、`
      : "承認し直しても、",
    "契約は戻りません。続けるには、ご本人がもう一度申し込みます。",
    granted ? `運営から付与した分（${granted}まで）は、そのままです。` : "",
  ].join("");
}

/** A deletion ends the subscription like a denial, and nobody can use what is paid any more. */
function deletionNote({ kind, paidUntil, nextPaymentAt, grantedUntil }: Membership, now: Date): string {
  if (kind === "granted") return `運営から付与したプレミアム（${untilDay(grantedUntil)}）も終わります。`;
  const next = day(nextPaymentAt);
  return [
    endings[kind],
    next
      ? `次のお支払い（${next}、月額${premiumTerms.price}円）も、そのあとの請求もありません。`
      : "これからの請求はありません。",
    paidUntil !== null && paidUntil > now
      ? `${day(paidUntil)}までの料金は支払い済みで、自動では返金されません。`
      : "",
  ].join("");
}

/** A suspension touches no payment. */
function suspensionNote({ kind, nextPaymentAt, paidUntil, grantedUntil }: Membership): string {
  const [next, paid] = [day(nextPaymentAt), day(paidUntil)];
  if (kind === "granted")
    return `運営から付与したプレミアム（${untilDay(grantedUntil)}）は、止まっているあいだも期限が進みます。`;
  if (next) return `プレミアムのお支払いは続きます（次は${next}）。ご本人は、停止中も解約できます。`;
  if (kind === "past_due") return "滞っているお支払いの請求は続きます。ご本人は、停止中も解約できます。";
  return `プレミアムのお支払いに変わりはありません${paid ? `（${paid}まで支払い済み）` : ""}。`;
}
