import {
  describeDispute,
  describeDisputeReason,
} from "#app/features/premium/subscription/disputes/dispute.ts";
import { describeRefundFailure } from "#app/features/premium/subscription/refunds/refund.ts";
import { disputePage } from "#app/features/premium/subscription/stripe/read-disputes.server.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import { formatYen } from "#app/lib/format-yen.ts";
import { clockOf } from "../objections/objections-admin.ts";
import type { Status } from "../parts/status-badge.tsx";
import {
  decodePosition,
  encodePosition,
  findLatestPayments,
  readRefundStates,
  selectDisputes,
  selectFailedPayments,
  selectPayments,
  selectRefunds,
} from "./list-money.server.ts";
import {
  type DisputeRow,
  type FailedRow,
  type MoneyFields,
  moneyPageSize,
  type PaymentRow,
  type RefundListRow,
} from "./money.ts";
import { toFilter } from "./parse-money-fields.server.ts";

interface Page<Row> {
  rows: Row[];
  /** Cursor; null on the last page. */
  next: string | null;
}

/** One row more than the page tells whether there is a next one. */
function pageOf<Found, Row>(
  found: Found[],
  position: (row: Found) => { at: Date; id: string },
  view: (row: Found) => Row,
): Page<Row> {
  const shown = found.slice(0, moneyPageSize);
  const last = shown.at(-1);
  return {
    rows: shown.map(view),
    next: found.length > moneyPageSize && last ? encodePosition(position(last)) : null,
  };
}

/** What the lists read of these filters, from a cursor on. */
export const optionsOf = async (
  fields: MoneyFields,
  cursor: string | undefined,
  limit = moneyPageSize + 1,
) => ({
  ...(await toFilter(fields)),
  after: decodePosition(cursor),
  limit,
});

export async function loadPayments(fields: MoneyFields, cursor?: string): Promise<Page<PaymentRow>> {
  const found = await selectPayments(await optionsOf(fields, cursor));
  const states = await readRefundStates(found.map(({ receipt }) => receipt));
  const latest = await findLatestPayments(found.map(({ receipt }) => receipt.id));
  return pageOf(
    found,
    ({ receipt }) => ({ at: receipt.paidAt, id: receipt.id }),
    ({ receipt, member, reversedAt }) => {
      const { id, number, amount, paidAt, periodStart, periodEnd, refunded } = receipt;
      const { seen = 0, left = 0 } = states.get(id) ?? {};
      const isDisputed = reversedAt !== null && refunded < amount;
      return {
        id,
        member,
        number,
        at: formatDate(paidAt),
        amount: formatYen(amount),
        period: `${formatDate(periodStart)}〜${formatDate(periodEnd)}`,
        refunded: refunded > 0 ? formatYen(refunded) : null,
        state: stateOf({ isDisputed, refunded, amount }),
        refund: left > 0 && !isDisputed ? { seen, left, endsPremium: latest.has(id) } : null,
      };
    },
  );
}

function stateOf(o: { isDisputed: boolean; refunded: number; amount: number }): PaymentRow["state"] {
  if (o.isDisputed) return "disputed";
  if (o.refunded === 0) return "paid";
  return o.refunded < o.amount ? "partly" : "refunded";
}

/** Banks' reasons in Stripe's words; others are shown as they are. */
const declines: Record<string, string> = {
  insufficient_funds: "残高か利用枠が足りません",
  expired_card: "カードの期限切れ",
  lost_card: "カードが紛失の扱い",
  stolen_card: "カードが盗難の扱い",
  do_not_honor: "カード会社が断りました",
  generic_decline: "カード会社が断りました（理由は不明）",
  card_declined: "カード会社が断りました（理由は不明）",
  authentication_required: "本人確認（3Dセキュア）が必要",
  card_velocity_exceeded: "カードの利用限度を超えています",
  processing_error: "処理のエラー",
  incorrect_number: "カードの番号が違います",
};

export async function loadFailedPayments(fields: MoneyFields, cursor?: string): Promise<Page<FailedRow>> {
  return pageOf(
    await selectFailedPayments(await optionsOf(fields, cursor)),
    ({ failed }) => ({ at: failed.failedAt, id: failed.id }),
    ({ failed: { id, failedAt, amount, attempts, failure, nextAttemptAt, outcome }, member }) => ({
      id,
      member,
      at: formatDateTime(failedAt),
      amount: formatYen(amount),
      attempts,
      reason: failure === null ? "Stripeは理由を伝えていません" : (declines[failure] ?? failure),
      next: nextAttemptAt && formatDateTime(nextAttemptAt),
      outcome,
    }),
  );
}

export async function loadRefunds(fields: MoneyFields, cursor?: string): Promise<Page<RefundListRow>> {
  return pageOf(
    await selectRefunds(await optionsOf(fields, cursor)),
    ({ refund }) => ({ at: refund.createdAt, id: refund.id }),
    ({ refund: { id, receiptId, createdAt, amount, reason, status, failure }, number, member }) => ({
      id: receiptId,
      refundId: id,
      number,
      member,
      at: formatDateTime(createdAt),
      amount: formatYen(amount),
      reason,
      status,
      failure: failure === null ? null : describeRefundFailure(failure),
    }),
  );
}

const disputeStatuses: Record<ReturnType<typeof describeDispute>["phase"], Status> = {
  awaiting: "bad",
  deciding: "active",
  won: "good",
  lost: "bad",
  over: "off",
};

export async function loadDisputes(
  fields: MoneyFields,
  cursor?: string,
  now: Date = new Date(),
): Promise<Page<DisputeRow>> {
  return pageOf(
    await selectDisputes(await optionsOf(fields, cursor)),
    ({ dispute }) => ({ at: dispute.createdAt, id: dispute.id }),
    ({ dispute, number, member }) => {
      const { phase, label, advice } = describeDispute(dispute, now);
      const { evidenceDueAt: due } = dispute;
      return {
        id: dispute.receiptId,
        disputeId: dispute.id,
        number,
        member,
        at: formatDate(dispute.createdAt),
        amount: formatYen(dispute.amount),
        reason: describeDisputeReason(dispute.reason),
        state: { status: disputeStatuses[phase], label },
        advice,
        due: phase === "awaiting" && due ? { at: formatDateTime(due), clock: clockOf(due, now) } : null,
        ended: dispute.closedAt && formatDate(dispute.closedAt),
        page: disputePage(dispute.id),
      };
    },
  );
}
