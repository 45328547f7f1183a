import type { ReactNode } from "react";
import type { QueueName } from "#app/queue/queue.ts";
import { Card } from "#app/ui/card.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { FailedEmailTable, StripeTable } from "./delivery-tables.tsx";
import { EngineJobTable, EngineTable } from "./engine-tables.tsx";
import type { JobsView } from "./find-jobs.server.ts";
import { FailedTaskTable, OpenTaskTable } from "./task-table.tsx";

const maxCount = 1000;
const refreshSeconds = 10;

const countText = (count: number) => `${count}件${count >= maxCount ? "以上" : ""}`;

export function JobsScreen({ jobs }: { jobs: JobsView }) {
  const { queues, tasks, outbox, stripe, engines } = jobs;
  const refused = useRefusedForm({ intent: "retry" });
  return (
    <AdminPage title="ジョブ" lead="裏で動いている仕事と、うまくいかなかった仕事です。">
      <LiveRefresh seconds={refreshSeconds} atLeastEvery={refreshSeconds} />
      {refused && <Notice tone="error" title={firstMessage(refused)} className="mb-4" />}
      <Section
        id="tasks"
        title={`失敗した生成 ${countText(tasks.failedCount)}`}
        help="再試行は会員の1日の回数を使いません。失敗したときに、回数はもう戻っています。失敗から24時間たつと消えます。"
        actions={
          tasks.failedCount > 0 && (
            <ConfirmForm
              title="失敗した生成をすべてもう一度始めますか？"
              text="古い順に200件までです。会員が取りやめたものや、作り直したものは始めません。"
              confirmLabel="すべて再試行"
              label="すべて再試行"
              icon="refresh"
              values={{ intent: "retry-all" }}
            />
          )
        }
        isEmpty={tasks.failed.length === 0}
        empty="失敗した生成はありません。"
      >
        <FailedTaskTable tasks={tasks.failed} />
        <More shown={tasks.failed.length} count={tasks.failedCount} />
      </Section>
      <Section
        id="open"
        title={`待機中・実行中の生成 ${countText(tasks.openCount)}`}
        isEmpty={tasks.open.length === 0}
        empty="待っている生成はありません。"
      >
        <OpenTaskTable tasks={tasks.open} />
        <More shown={tasks.open.length} count={tasks.openCount} />
      </Section>
      <Section
        id="emails"
        title="メールとプッシュ通知"
        help={`送信待ちのメール ${countText(outbox.emailsWaiting)}（うち再送 ${countText(outbox.emailsRetrying)}）・送信待ちのプッシュ通知 ${countText(outbox.pushesWaiting)}`}
        actions={
          outbox.failedEmails.length > 0 && (
            <ConfirmForm
              title="届かなかったメールをすべてもう一度送りますか？"
              text="原因がなくなっていないと、また届きません。"
              confirmLabel="すべて再送"
              label="すべて再送"
              icon="refresh"
              values={{ intent: "retry-emails" }}
            />
          )
        }
        isEmpty={outbox.failedEmails.length === 0}
        empty="届かなかったメールはありません。"
      >
        <FailedEmailTable emails={outbox.failedEmails} />
      </Section>
      {stripe && (
        <Section
          id="stripe"
          title="Stripe"
          help="イベントはStripeが3日のあいだ送り直し、契約は1日に1回すべて確認します。すぐに直すときは、Stripeの画面からイベントを再送してください。"
          isEmpty={stripe.events.length + stripe.cancellations.length === 0}
          empty="終わっていないやり取りはありません。"
        >
          <StripeTable stripe={stripe} />
        </Section>
      )}
      {engines && (
        <Section
          id="engines"
          title="AIサービス"
          help="費用は、設定 ENGINE_PRICES の単価で計算した目安です。停止中のサービスには、少し待ってから1回ずつ試します。"
        >
          <div className="space-y-4">
            <EngineTable engines={engines.engines} limits={engines.limits} />
            {engines.jobs.length > 0 && <EngineJobTable jobs={engines.jobs} />}
          </div>
        </Section>
      )}
      <Section id="queues" title="キュー" help="1秒ごとに数え直されます。">
        <QueueTable queues={queues} />
      </Section>
    </AdminPage>
  );
}

interface SectionProps {
  id: string;
  title: string;
  help?: string;
  actions?: ReactNode;
  isEmpty?: boolean;
  empty?: string;
  children: ReactNode;
}

function Section({ id, title, help, actions, isEmpty, empty, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="scroll-mt-20 text-base font-bold">
            {title}
          </h2>
          {help && <p className="text-xs text-muted">{help}</p>}
        </div>
        {actions}
      </div>
      {isEmpty ? <Card className="text-sm text-muted">{empty}</Card> : children}
    </section>
  );
}

function More({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return <p className="pt-2 text-xs text-muted">ほかに{countText(count - shown)}あります。</p>;
}

const labels: Record<string, string> = {
  "write-script": "台本を書く",
  "produce-preview": "音声を作る",
  "convert-upload": "アップロードを変換する",
  "continue-bulk-run": "まとめての操作を続ける",
  "send-email": "メールを送る",
  "send-push": "プッシュ通知を送る",
  "send-webhook": "チャットへの知らせを送る",
  "remove-expired": "期限切れの片付け",
  "remove-orphaned-files": "使われていないファイルの片付け",
  "take-backup": "バックアップ",
} satisfies Record<QueueName, string>;

function QueueTable({ queues }: { queues: JobsView["queues"] }) {
  return (
    <DataTable
      caption="キューごとの件数"
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        {
          header: "キュー",
          isTitle: true,
          cell: ({ name }) => (
            <>
              {labels[name] ?? name}
              {labels[name] && <span className="pl-2 font-mono text-xs font-normal text-muted">{name}</span>}
            </>
          ),
        },
        { header: "待機", align: "right", cell: ({ waiting }) => waiting },
        { header: "実行中", align: "right", cell: ({ running }) => running },
        { header: "断念（24時間）", align: "right", cell: ({ failed }) => failed },
      ]}
    />
  );
}
