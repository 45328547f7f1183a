import { Link } from "react-router";
import { type EngineOutcome, engineLabel, purposeLabels } from "#app/features/providers/providers.ts";
import { DataTable } from "../parts/data-table.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import type { JobsView } from "./find-jobs.server.ts";

type Engines = NonNullable<JobsView["engines"]>;

const count = (value: number) => value.toLocaleString("ja-JP");
const yen = (value: number) =>
  `${value.toLocaleString("ja-JP", { maximumFractionDigits: value < 10 ? 2 : 0 })}円`;
const seconds = (ms: number) => `${(ms / 1000).toLocaleString("ja-JP", { maximumFractionDigits: 1 })}秒`;

export function EngineTable({ engines, limits }: Pick<Engines, "engines" | "limits">) {
  return (
    <DataTable
      caption="外部のAIサービスの今日の利用"
      rows={engines}
      rowKey={({ engine }) => engine}
      columns={[
        { header: "サービス", isTitle: true, cell: ({ engine }) => engineLabel(engine) },
        {
          header: "状態",
          cell: ({ circuit }) => (
            <div className="min-w-0 text-left">
              <StatusBadge status={circuit?.isOpen ? "bad" : circuit ? "waiting" : "good"}>
                {circuit?.isOpen ? "停止中" : circuit ? "失敗あり" : "正常"}
              </StatusBadge>
              {circuit && (
                <p className="pt-1 font-mono text-xs wrap-anywhere text-muted">{circuit.lastError}</p>
              )}
            </div>
          ),
        },
        {
          header: "回数",
          align: "right",
          cell: ({ today }) => `${count(today?.requests ?? 0)} / ${count(limits.requests)}`,
        },
        {
          header: "文字",
          align: "right",
          cell: ({ today }) => `${count(today?.characters ?? 0)} / ${count(limits.characters)}`,
        },
        { header: "失敗", align: "right", cell: ({ today }) => count(today?.failures ?? 0) },
        { header: "今日", align: "right", cell: ({ today }) => yen(today?.yen ?? 0) },
        { header: "30日", align: "right", cell: (engine) => yen(engine.yen) },
      ]}
    />
  );
}

const outcomeLabels: Record<EngineOutcome, string> = {
  running: "実行中",
  done: "完了",
  aborted: "中止",
  credentials: "キーの誤り",
  "rate-limited": "利用上限",
  unavailable: "応答なし",
  "timed-out": "時間切れ",
  rejected: "受け付けず",
  refused: "拒否",
  truncated: "途中まで",
  unusable: "使えない答え",
};

export function EngineJobTable({ jobs }: Pick<Engines, "jobs">) {
  return (
    <DataTable
      caption="外部のAIサービスを使った、最近の仕事"
      rows={jobs}
      rowKey={({ key }) => key}
      columns={[
        {
          header: "仕事",
          isTitle: true,
          cell: ({ purpose, model }) => (
            <>
              {purposeLabels[purpose]}
              <span className="pl-2 font-mono text-xs font-normal text-muted">{model}</span>
            </>
          ),
        },
        {
          header: "会員",
          cell: ({ member }) =>
            member ? (
              <Link to={`/admin/users/${member.id}`} className="underline underline-offset-2">
                {member.name}
              </Link>
            ) : (
              "公式"
            ),
        },
        { header: "結果", cell: ({ outcome }) => outcomeLabels[outcome] },
        { header: "回数", align: "right", cell: ({ requests }) => count(requests) },
        {
          header: "トークン（入力・出力）",
          align: "right",
          cell: ({ inputTokens, outputTokens }) => `${count(inputTokens)}・${count(outputTokens)}`,
        },
        { header: "文字", align: "right", cell: ({ characters }) => count(characters) },
        { header: "時間", align: "right", cell: ({ milliseconds }) => seconds(milliseconds) },
        { header: "費用", align: "right", cell: (job) => yen(job.yen) },
        { header: "開始", cell: ({ since }) => since },
      ]}
    />
  );
}
