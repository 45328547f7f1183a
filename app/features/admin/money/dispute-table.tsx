import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import type { DisputeRow } from "./money.ts";
import { firstColumns, ReceiptLink } from "./money-columns.tsx";

/** What is decided, and where evidence is sent: on Stripe's dashboard. */
export function DisputeTable({ rows, empty }: { rows: readonly DisputeRow[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="カード会社への異議"
      rows={rows}
      rowKey={({ disputeId }) => disputeId}
      empty={empty}
      columns={[
        ...firstColumns<DisputeRow>("届いた日と領収書", ReceiptLink),
        {
          header: "状態と理由",
          cell: ({ state, reason, ended }) => (
            <span>
              <StatusBadge status={state.status}>{state.label}</StatusBadge>
              <span className="block pt-1 text-xs wrap-anywhere rail:min-w-28">{reason}</span>
              {ended && <span className="block pt-1 text-xs text-muted">{ended}</span>}
            </span>
          ),
        },
        { header: "証拠の期限", cell: DueCell },
        {
          header: "すること",
          cell: ({ advice }) => <span className="block text-left rail:min-w-48">{advice}</span>,
        },
        {
          header: "操作",
          isActions: true,
          cell: ({ page, number }) => (
            <a
              href={page}
              target="_blank"
              rel="noreferrer"
              aria-label={`${number}への異議をStripeで開く`}
              className={buttonClass({ variant: "quiet" })}
            >
              Stripeで開く
            </a>
          ),
        },
      ]}
    />
  );
}

function DueCell({ due }: DisputeRow) {
  if (!due) return "—";
  const { at, clock } = due;
  return (
    <span>
      <Badge tone={clock.isSoon ? "danger" : "accent"}>{clock.text}</Badge>
      <span className="block pt-1 text-xs tabular-nums rail:whitespace-nowrap">{at}</span>
    </span>
  );
}
