import { Notice } from "#app/ui/notice.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { type BulkRun, bulkActionTable } from "./bulk-run.ts";

/** What runs do and have done, with the counts; those that go on can be stopped. */
export function BulkRunNotices({ runs }: { runs: readonly BulkRun[] }) {
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
            label="中止"
            ariaLabel={`${bulkActionTable[run.action].label}を中止する`}
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
  const { label } = bulkActionTable[action];
  if (finishedAt === null) return isCancelled ? `${label}を中止しています` : `${label}を進めています`;
  return isCancelled ? `${label}を中止しました` : `${label}が終わりました`;
}

function textOf({ action, finishedAt, total, doneCount, changedCount }: BulkRun): string {
  const unit = bulkActionTable[action].subject === "members" ? "人" : "件";
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
    others > 0
      ? `ほかの${number.format(others)}${unit}は、すでにその状態か、先に変わったか、なくなっていました。`
      : "";
  return `${changed}${unit}を変更しました。${rest}`;
}
