import type { ReactNode } from "react";
import { Link } from "react-router";
import { refundStatusLabels } from "#app/features/premium/subscription/refunds/refund.ts";
import { DataTable } from "../parts/data-table.tsx";
import { type Status, StatusBadge } from "../parts/status-badge.tsx";
import { type FailedRow, moneyHref, type PaymentRow, type RefundListRow } from "./money.ts";
import { firstColumns, receiptColumn, Whole } from "./money-columns.tsx";
import { RefundForm } from "./refund-form.tsx";

const paymentStates: Record<PaymentRow["state"], { status: Status; label: string }> = {
  paid: { status: "good", label: "支払い済み" },
  partly: { status: "waiting", label: "一部を返金" },
  refunded: { status: "off", label: "返金済み" },
  disputed: { status: "bad", label: "カード会社への異議" },
};

interface PaymentTableProps {
  rows: readonly PaymentRow[];
  empty: ReactNode;
}

export function PaymentTable({ rows, empty }: PaymentTableProps) {
  return (
    <DataTable
      caption="お支払い"
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        ...firstColumns("日"),
        {
          header: "返金",
          align: "right",
          cell: ({ refunded }) => <Whole>{refunded ?? "—"}</Whole>,
        },
        {
          header: "状態",
          cell: ({ state, member }) => {
            const badge = (
              <StatusBadge status={paymentStates[state].status}>{paymentStates[state].label}</StatusBadge>
            );
            if (state !== "disputed") return badge;
            return (
              <Link
                to={moneyHref("disputes", { user: member?.id ?? "" })}
                className="inline-flex min-h-11 items-center"
              >
                {badge}
              </Link>
            );
          },
        },
        { header: "期間", cell: ({ period }) => period },
        {
          header: "領収書の番号",
          cell: ({ number }) => <code className="wrap-anywhere">{number}</code>,
        },
        {
          header: "操作",
          isActions: true,
          cell: (payment) =>
            payment.refund && <RefundForm payment={{ ...payment, refund: payment.refund }} />,
        },
      ]}
    />
  );
}

const outcomes: Record<FailedRow["outcome"], { status: Status; label: string }> = {
  open: { status: "bad", label: "払われていません" },
  paid: { status: "good", label: "あとで払われました" },
  given_up: { status: "off", label: "打ち切り" },
};

export function FailedTable({ rows, empty }: { rows: readonly FailedRow[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="失敗したお支払い"
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        ...firstColumns("最後の試み"),
        { header: "理由", cell: ({ reason }) => reason },
        { header: "回数", align: "right", cell: ({ attempts }) => `${attempts}回` },
        { header: "次の試み", cell: ({ next }) => next ?? "なし" },
        {
          header: "状態",
          cell: ({ outcome }) => (
            <StatusBadge status={outcomes[outcome].status}>{outcomes[outcome].label}</StatusBadge>
          ),
        },
      ]}
    />
  );
}

const refundStates: Record<RefundListRow["status"], Status> = {
  requested: "active",
  refused: "bad",
  pending: "active",
  requires_action: "waiting",
  succeeded: "good",
  failed: "bad",
  canceled: "off",
};

export function RefundTable({ rows, empty }: { rows: readonly RefundListRow[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="返金"
      rows={rows}
      rowKey={({ refundId }) => refundId}
      empty={empty}
      columns={[
        ...firstColumns("日時"),
        {
          header: "状態",
          cell: ({ status, failure }) => (
            <>
              <StatusBadge status={refundStates[status]}>{refundStatusLabels[status]}</StatusBadge>
              {failure && <span className="block pt-1 text-xs text-danger">{failure}</span>}
            </>
          ),
        },
        {
          header: "理由",
          cell: ({ reason }) => (
            <span className="wrap-anywhere">{reason ?? "Stripeの画面、または自動の返金"}</span>
          ),
        },
        receiptColumn,
      ]}
    />
  );
}
