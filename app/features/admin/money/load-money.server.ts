import { includedTax } from "#app/features/premium/subscription/receipts/receipt.ts";
import {
  describeRefundFailure,
  refundStatusLabels,
} from "#app/features/premium/subscription/refunds/refund.ts";
import { formatDate, formatDateTime } from "#app/lib/format-date.ts";
import { csvField } from "../log/load-log.server.ts";
import {
  decodePosition,
  encodePosition,
  findLatestPayments,
  readRefundStates,
  selectFailedPayments,
  selectPayments,
  selectRefunds,
} from "./list-money.server.ts";
import {
  type FailedRow,
  type MoneyFields,
  type MoneyList,
  moneyPageSize,
  type PaymentRow,
  type RefundListRow,
} from "./money.ts";
import { toFilter } from "./parse-money-fields.server.ts";

const yen = (amount: number) => `${amount.toLocaleString("ja-JP")}円`;

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

const optionsOf = async (fields: MoneyFields, cursor: string | undefined, limit = moneyPageSize + 1) => ({
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
        amount: yen(amount),
        period: `${formatDate(periodStart)}〜${formatDate(periodEnd)}`,
        refunded: refunded > 0 ? yen(refunded) : null,
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
      amount: yen(amount),
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
      amount: yen(amount),
      reason,
      status,
      failure: failure === null ? null : describeRefundFailure(failure),
    }),
  );
}

/** Per file; a filter of days finds older ones. */
const maxFileRows = 50_000;
const rowsPerRead = 1000;

interface FileRows {
  lines: string[][];
  next: string | undefined;
}

const headers: Record<MoneyList, string[]> = {
  payments: [
    "支払い日時",
    "領収書の番号",
    "請求の番号",
    "会員のID",
    "金額",
    "うち消費税",
    "返金",
    "返金の日時",
  ],
  failed: ["日時", "請求の番号", "会員のID", "金額", "回数", "理由", "次の試み", "結果"],
  refunds: ["日時", "領収書の番号", "請求の番号", "Stripeの番号", "会員のID", "金額", "理由", "状態"],
};

const iso = (at: Date | null) => at?.toISOString() ?? "";

const readers: Record<MoneyList, (options: Awaited<ReturnType<typeof optionsOf>>) => Promise<FileRows>> = {
  async payments(options) {
    const found = await selectPayments(options);
    const last = found.at(-1)?.receipt;
    return {
      lines: found.map(({ receipt: r }) => [
        iso(r.paidAt),
        r.number,
        r.id,
        r.userId ?? "",
        String(r.amount),
        String(includedTax(r.amount, r.taxRate)),
        String(r.refunded),
        iso(r.refundedAt),
      ]),
      next: last && encodePosition({ at: last.paidAt, id: last.id }),
    };
  },
  async failed(options) {
    const found = await selectFailedPayments(options);
    const last = found.at(-1)?.failed;
    return {
      lines: found.map(({ failed: f }) => [
        iso(f.failedAt),
        f.id,
        f.userId,
        String(f.amount),
        String(f.attempts),
        f.failure ?? "",
        iso(f.nextAttemptAt),
        f.outcome,
      ]),
      next: last && encodePosition({ at: last.failedAt, id: last.id }),
    };
  },
  async refunds(options) {
    const found = await selectRefunds(options);
    const last = found.at(-1)?.refund;
    return {
      lines: found.map(({ refund: r, number }) => [
        iso(r.createdAt),
        number,
        r.receiptId,
        r.stripeId ?? "",
        r.userId ?? "",
        String(r.amount),
        r.reason ?? "",
        refundStatusLabels[r.status],
      ]),
      next: last && encodePosition({ at: last.createdAt, id: last.id }),
    };
  },
};

/** The latest first, read page by page while it is sent. The byte order mark tells spreadsheets that it is UTF-8. */
export function moneyAsCsv(list: MoneyList, fields: MoneyFields): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let count = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`\ufeff${headers[list].join(",")}\r\n`));
    },
    async pull(controller) {
      const { lines, next } = await readers[list](await optionsOf(fields, cursor, rowsPerRead));
      count += lines.length;
      controller.enqueue(encoder.encode(lines.map((line) => `${line.map(csvField).join(",")}\r\n`).join("")));
      if (lines.length < rowsPerRead || count >= maxFileRows) controller.close();
      else cursor = next;
    },
  });
}
