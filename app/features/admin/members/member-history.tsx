import { Link } from "react-router";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { DataTable } from "../parts/data-table.tsx";
import type { MemberPageData } from "./server/load-member-page.server.ts";

/** What a member has listened to. */
export function MemberHistory({ history }: { history: NonNullable<MemberPageData["history"]> }) {
  return (
    <>
      <p className="pb-3 text-sm text-muted">新しい100件です。ここを見たことは操作記録に残ります。</p>
      <DataTable
        caption="再生履歴"
        rows={history}
        rowKey={({ trackId }) => trackId}
        empty={<EmptyState icon="headphones" title="再生履歴はありません" />}
        columns={[
          {
            key: "track",
            header: "音声",
            isTitle: true,
            cell: ({ trackId, title }) => (
              <Link to={`/admin/tracks/${trackId}`} className="inline-flex min-h-11 items-center underline">
                {title}
              </Link>
            ),
          },
          {
            key: "progress",
            header: "聴いた割合",
            align: "right",
            cell: ({ progressPercent, completed }) => (completed ? "最後まで" : `${progressPercent}%`),
          },
          { key: "at", header: "最後に聴いた日時", cell: ({ at }) => at },
        ]}
      />
    </>
  );
}
