import { Link, useLocation } from "react-router";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { tasksPerPage } from "#app/features/themes/tasks/generation-task.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { hrefOfPage } from "../parts/pager.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TaskCard } from "./task-card.tsx";
import type { TaskView } from "./task-view.ts";

export const queuePath = "/admin/queue";

interface QueueData {
  tasks: TaskView[];
  counts: Record<"queued" | "processing" | "completed" | "failed" | "total" | "invalid", number>;
  page: number;
  /** Clean-ups remove nothing that ended later. */
  seenAt: string;
  cleared: { title: string; message: string } | null;
}

const failures: Record<string, { title: string; text?: string }> = {
  cancel: { title: "タスクの中止に失敗しました" },
  "clear-failed": { title: "タスクのクリアに失敗しました" },
  "clear-invalid": { title: "無効タスククリア失敗", text: "無効タスクのクリアに失敗しました" },
};

/** Keeps the moment of a refused clean-up. */
const useSeenAt = ({ seenAt }: QueueData): string => submittedValue(useRefusedForm(), "seenAt") ?? seenAt;

export function QueueScreen({ data }: { data: QueueData }) {
  const { tasks, counts, page, cleared } = data;
  const seenAt = useSeenAt(data);
  const location = useLocation();
  const query = new URLSearchParams(location.search);
  query.delete("cleared");
  const hrefOf = hrefOfPage(queuePath, query);
  const here = hrefOf(page);
  const lastPage = Math.max(1, Math.ceil(counts.total / tasksPerPage));
  return (
    <AdminPage title="音声生成キュー" lead="テーマから作る音声の、順番と進み具合です。">
      <LiveRefresh seconds={tasks.some(isOpen) ? 3 : null} />
      <div className="space-y-5">
        <Failure />
        {cleared && (
          <Notice tone="success" live="politely" title={cleared.title}>
            {cleared.message}
          </Notice>
        )}
        <Counts counts={counts} />
        {counts.failed > 0 && (
          <Notice
            tone="error"
            live={false}
            title={`失敗したタスクが${counts.failed}件あります`}
            actions={
              <ConfirmForm
                action={here}
                values={{ intent: "clear-failed", seenAt }}
                label="すべて削除"
                ariaLabel="失敗したタスクをすべて削除"
                icon="trash"
                title="失敗したタスクをすべて削除しますか？この操作は取り消せません。"
                needsPassword
                confirmLabel="削除する"
                isDestructive
              />
            }
          />
        )}
        {counts.invalid > 0 && (
          <Notice
            tone="warning"
            live={false}
            title={`無効なタスクが${counts.invalid}件あります`}
            actions={
              <ConfirmForm
                action={here}
                values={{ intent: "clear-invalid", seenAt }}
                label="整理する"
                ariaLabel="無効なタスクを整理する"
                icon="trash"
                title={`無効なタスク${counts.invalid}件を削除しますか？この操作は取り消せません。`}
                text="できあがった音声は残ります。"
                needsPassword
                confirmLabel="削除する"
                isDestructive
              />
            }
          >
            失敗したタスクと、テーマがないか不採用になったタスクです。
          </Notice>
        )}
        {tasks.length === 0 ? (
          <EmptyState
            icon="queue"
            title="タスクはありません"
            action={
              <Link to="/admin/themes" className={buttonClass({ variant: "quiet" })}>
                テーマを見る
              </Link>
            }
          >
            採用したテーマの「MP3生成開始」を押すと、ここに並びます。
          </EmptyState>
        ) : (
          <ul className="grid gap-4 panel:grid-cols-2">
            {tasks.map((task) => (
              <li key={task.id}>
                <TaskCard task={task} action={here} />
              </li>
            ))}
          </ul>
        )}
        <PageSteps page={page} lastPage={lastPage} hrefOf={hrefOf} />
      </div>
    </AdminPage>
  );
}

function Failure() {
  const refused = useRefusedForm();
  if (!refused) return null;
  const { title, text } = failures[String(refused.result.initialValue?.intent)] ?? { title: "エラー" };
  const message = firstMessage(refused);
  return (
    <Notice tone="error" title={title}>
      {[text, message].filter((part) => part && part !== title).join("。")}
    </Notice>
  );
}

function Counts({ counts }: { counts: QueueData["counts"] }) {
  const shown = [
    { label: "待機中", count: counts.queued },
    { label: "処理中", count: counts.processing },
    { label: "完了", count: counts.completed },
    { label: "失敗", count: counts.failed, isBad: counts.failed > 0 },
  ];
  return (
    <dl className="grid grid-cols-4 gap-2 rail:max-w-160 rail:gap-3">
      {shown.map(({ label, count, isBad }) => (
        <div key={label} className="rounded-card border border-line bg-surface px-3 py-2">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={classNames("text-lg font-bold tabular-nums", isBad && "text-danger")}>
            {count.toLocaleString("ja-JP")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PageStepsProps {
  page: number;
  lastPage: number;
  hrefOf: (page: number) => string;
}

function PageSteps({ page, lastPage, hrefOf }: PageStepsProps) {
  if (lastPage === 1) return null;
  const step = (to: number, label: string) =>
    to >= 1 && to <= lastPage ? (
      <Link to={hrefOf(to)} className={buttonClass({ variant: "quiet" })}>
        {label}
      </Link>
    ) : (
      <span aria-hidden="true" className={classNames(buttonClass({ variant: "quiet" }), "opacity-40")}>
        {label}
      </span>
    );
  return (
    <nav aria-label="ページ" className="flex items-center justify-center gap-4">
      {step(page - 1, "前へ")}
      <span className="text-sm tabular-nums">
        {page} / {lastPage}
      </span>
      {step(page + 1, "次へ")}
    </nav>
  );
}
