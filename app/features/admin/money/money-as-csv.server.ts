import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import {
  describeDispute,
  describeDisputeReason,
} from "#app/features/premium/subscription/disputes/dispute.ts";
import { includedTax } from "#app/features/premium/subscription/receipts/receipt.ts";
import { refundStatusLabels } from "#app/features/premium/subscription/refunds/refund.ts";
import { csvStream } from "#app/lib/csv.ts";
import { write } from "#db/client.ts";
import {
  encodePosition,
  selectDisputes,
  selectFailedPayments,
  selectPayments,
  selectRefunds,
} from "./list-money.server.ts";
import { optionsOf } from "./load-money.server.ts";
import type { MoneyFields, MoneyList } from "./money.ts";
import { moneyViews } from "./money.ts";

interface FileRows {
  rows: string[][];
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
  disputes: [
    "届いた日時",
    "Stripeの番号",
    "領収書の番号",
    "請求の番号",
    "会員のID",
    "金額",
    "理由",
    "状態",
    "証拠の期限",
    "終わりを見た日時",
  ],
  refunds: ["日時", "領収書の番号", "請求の番号", "Stripeの番号", "会員のID", "金額", "理由", "状態"],
};

const iso = (at: Date | null) => at?.toISOString() ?? "";

const readers: Record<MoneyList, (options: Awaited<ReturnType<typeof optionsOf>>) => Promise<FileRows>> = {
  async payments(options) {
    const found = await selectPayments(options);
    const last = found.at(-1)?.receipt;
    return {
      rows: found.map(({ receipt: r }) => [
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
      rows: found.map(({ failed: f }) => [
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
      rows: found.map(({ refund: r, number }) => [
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
  async disputes(options) {
    const found = await selectDisputes(options);
    const last = found.at(-1)?.dispute;
    const now = new Date();
    return {
      rows: found.map(({ dispute: d, number }) => [
        iso(d.createdAt),
        d.id,
        number,
        d.receiptId,
        d.userId ?? "",
        String(d.amount),
        describeDisputeReason(d.reason),
        describeDispute(d, now).label,
        iso(d.evidenceDueAt),
        iso(d.closedAt),
      ]),
      next: last && encodePosition({ at: last.createdAt, id: last.id }),
    };
  },
};

/** The latest first. */
export const moneyAsCsv = (list: MoneyList, fields: MoneyFields): ReadableStream<Uint8Array> =>
  csvStream({
    names: headers[list],
    read: async ({ cursor, limit }) => readers[list](await optionsOf(fields, cursor, limit)),
  });

/** A file leaves the console, so that it stands in the log. */
export async function recordExport({ list, actor }: { list: MoneyList; actor: Actor }): Promise<void> {
  const after = { view: moneyViews[list] };
  await write((tx) => recordAudit(tx, { actor, action: "payment.export", target: null, after }));
}
