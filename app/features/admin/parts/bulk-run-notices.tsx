import type { FormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmForm } from "./confirm-form.tsx";

/** Work on many tracks or members as the console shows it. */
interface ShownRun {
  id: number;
  action: string;
  total: number;
  doneCount: number;
  changedCount: number;
  finishedAt: Date | null;
  isCancelled: boolean;
}

interface BulkRunNoticesProps {
  runs: readonly ShownRun[];
  /** By action. */
  labels: Readonly<Record<string, string>>;
  /** How what is changed is counted. */
  unit: string;
  formResult: FormResult | undefined;
}

/** Work on many tracks or members that is going on, or has just ended. */
export function BulkRunNotices({ runs, labels, unit, formResult }: BulkRunNoticesProps) {
  return runs.map((run) => (
    <Notice
      key={run.id}
      tone={run.finishedAt === null ? "info" : "success"}
      live="politely"
      title={titleOf(run, labels[run.action] ?? run.action)}
      className="mb-4"
      actions={
        run.finishedAt === null &&
        !run.isCancelled && (
          <ConfirmForm
            values={{ intent: "cancel-run", runId: run.id }}
            formResult={formResult}
            label="中止"
            ariaLabel={`${labels[run.action]}を中止する`}
            icon="close"
            title="この操作を中止しますか？"
            text="終わった分は元に戻りません。"
            confirmLabel="中止する"
          />
        )
      }
    >
      {textOf(run, unit)}
    </Notice>
  ));
}

const number = new Intl.NumberFormat("ja-JP");

function titleOf({ finishedAt, isCancelled }: ShownRun, label: string): string {
  if (finishedAt === null) return isCancelled ? `${label}を中止しています` : `${label}を進めています`;
  return isCancelled ? `${label}を中止しました` : `${label}が終わりました`;
}

function textOf({ action, finishedAt, total, doneCount, changedCount }: ShownRun, unit: string): string {
  const changed = number.format(changedCount);
  if (action === "check-files") {
    if (finishedAt !== null)
      return changedCount === 0
        ? "問題のあるファイルはありませんでした。"
        : `問題のある音声が${changed}件ありました。`;
    const percent = total === 0 ? 0 : Math.floor((doneCount / total) * 100);
    return `${percent}%まで確認しました。問題のある音声：${changed}件`;
  }
  if (finishedAt === null) return `${number.format(doneCount)}${unit} / 全${number.format(total)}${unit}`;
  const others = doneCount - changedCount;
  const rest =
    others > 0 ? `ほかの${number.format(others)}${unit}は、すでにその状態か、なくなっていました。` : "";
  return `${changed}${unit}を変更しました。${rest}`;
}
