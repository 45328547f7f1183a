import { DataTable } from "../parts/data-table.tsx";
import type { JobsView } from "./find-jobs.server.ts";

const labels: Record<string, string> = {
  "write-script": "台本を書く",
  "produce-preview": "音声を作る",
  "convert-upload": "アップロードを変換する",
  "continue-bulk-run": "まとめての操作を続ける",
  "send-email": "メールを送る",
  "send-push": "プッシュ通知を送る",
  "remove-expired": "期限切れの片付け",
  "remove-orphaned-files": "使われていないファイルの片付け",
};

/** The queues with their jobs by state. */
export function QueueTable({ queues }: { queues: JobsView["queues"] }) {
  return (
    <DataTable
      caption="キューごとの件数"
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "name",
          header: "キュー",
          isTitle: true,
          cell: ({ name }) => (
            <>
              {labels[name] ?? name}
              {labels[name] && <span className="pl-2 font-mono text-xs font-normal text-muted">{name}</span>}
            </>
          ),
        },
        { key: "waiting", header: "待機", align: "right", cell: ({ waiting }) => waiting },
        { key: "running", header: "実行中", align: "right", cell: ({ running }) => running },
        { key: "failed", header: "断念（24時間）", align: "right", cell: ({ failed }) => failed },
      ]}
    />
  );
}
