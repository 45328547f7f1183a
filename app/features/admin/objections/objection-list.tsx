import { Link } from "react-router";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { hrefOfPage, Pager } from "../parts/pager.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import type { loadObjections, ObjectionRow } from "./load-objections.server.ts";
import { adminObjectionPath, adminObjectionsPath, objectionsPerPage } from "./objections-admin.ts";

interface ObjectionListProps extends Awaited<ReturnType<typeof loadObjections>> {
  isOpen: boolean;
  page: number;
}

export function ObjectionList({ rows, open, closed, isOpen, page }: ObjectionListProps) {
  const total = isOpen ? open : closed;
  const tabs = [
    { to: adminObjectionsPath, label: `確認中（${open.toLocaleString("ja-JP")}）`, isCurrent: isOpen },
    { to: `${adminObjectionsPath}?state=closed`, label: "終わったもの", isCurrent: !isOpen },
  ];
  return (
    <AdminPage
      title="申し立て"
      lead="権利を侵害されている方からの申し立てです。7日以内に結果をお知らせします。"
    >
      <LinkTabs label="状態" className="mb-5" tabs={tabs} />
      <DataTable
        caption="申し立て"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: "受付番号",
            isTitle: true,
            cell: ({ id, receipt }) => (
              <Link
                to={adminObjectionPath(id)}
                className="inline-flex min-h-11 items-center font-bold text-accent underline tabular-nums"
              >
                {receipt}
              </Link>
            ),
          },
          { header: isOpen ? "期限" : "結果", cell: (row) => <ClockBadge row={row} /> },
          { header: "求めること", cell: ({ demand }) => demand },
          { header: "立場", cell: ({ party }) => party },
          {
            header: "対象",
            cell: ({ target }) => <span className="line-clamp-2 wrap-anywhere">{target}</span>,
          },
          {
            header: "受付",
            cell: ({ receivedAt }) => (
              <span className="tabular-nums rail:whitespace-nowrap">{receivedAt}</span>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon="check"
            title={isOpen ? "確認中の申し立てはありません" : "終わった申し立てはありません"}
          />
        }
      />
      <Pager
        page={page}
        total={total}
        pageSize={objectionsPerPage}
        hrefOf={hrefOfPage(adminObjectionsPath, new URLSearchParams(isOpen ? {} : { state: "closed" }))}
      />
    </AdminPage>
  );
}

export function ClockBadge({
  row: { clock, state, stateLabel },
}: {
  row: Pick<ObjectionRow, "clock" | "state" | "stateLabel">;
}) {
  if (!clock) return <StatusBadge status={state === "taken-down" ? "bad" : "good"}>{stateLabel}</StatusBadge>;
  return (
    <StatusBadge status={clock.isOver ? "bad" : clock.isSoon ? "waiting" : "active"} icon="clock">
      {clock.text}
    </StatusBadge>
  );
}
