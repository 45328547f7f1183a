import { ConfirmForm } from "#app/features/admin/parts/confirm-form.tsx";
import { type BulkRun, bulkActionLabels } from "#app/features/tracks/moderation/bulk/bulk-run.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Work on many tracks that is going on, or has just ended. */
export function BulkRunNotices({
  runs,
  formResult,
}: {
  runs: readonly BulkRun[];
  formResult: FormResult | undefined;
}) {
  return runs.map((run) => (
    <Notice
      key={run.id}
      tone={run.finishedAt === null ? "info" : "success"}
      live="politely"
      title={titleOf(run)}
      className="mb-4"
      actions={
        run.finishedAt === null &&
        !run.isCancelled && (
          <ConfirmForm
            values={{ intent: "cancel-run", runId: run.id }}
            formResult={formResult}
            label="中止"
            ariaLabel={`${bulkActionLabels[run.action]}を中止する`}
            icon="close"
            title="この操作を中止しますか？"
            text="終わった分は元に戻りません。"
            confirmLabel="中止する"
          />
        )
      }
    >
      {textOf(run)}
    </Notice>
  ));
}

const number = new Intl.NumberFormat("ja-JP");

function titleOf({ action, finishedAt, isCancelled }: BulkRun): string {
  const label = bulkActionLabels[action];
  if (finishedAt === null) return isCancelled ? `${label}を中止しています` : `${label}を進めています`;
  return isCancelled ? `${label}を中止しました` : `${label}が終わりました`;
}

function textOf({ action, finishedAt, total, doneCount, changedCount }: BulkRun): string {
  const changed = number.format(changedCount);
  if (action === "check-files") {
    if (finishedAt !== null)
      return changedCount === 0
        ? "問題のあるファイルはありませんでした。"
        : `問題のある音声が${changed}件ありました。`;
    const percent = total === 0 ? 0 : Math.floor((doneCount / total) * 100);
    return `${percent}%まで確認しました。問題のある音声：${changed}件`;
  }
  if (finishedAt === null) return `${number.format(doneCount)}件 / 全${number.format(total)}件`;
  const others = doneCount - changedCount;
  const rest = others > 0 ? `ほかの${number.format(others)}件は、すでにその状態か、なくなっていました。` : "";
  return `${changed}件を変更しました。${rest}`;
}
