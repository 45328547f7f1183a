import { Link } from "react-router";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { failureAdvice, stateNames, stepNames } from "#app/features/themes/tasks/generation-task.ts";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { type Status, StatusBadge } from "../parts/status-badge.tsx";
import { FactCheckDetails } from "./fact-check-details.tsx";
import { StepIndicator } from "./step-indicator.tsx";
import type { TaskView } from "./task-view.ts";

const statusOfState: Record<TaskView["state"], Status> = {
  queued: "waiting",
  processing: "active",
  completed: "good",
  failed: "bad",
  cancelled: "off",
};

interface TaskCardProps {
  task: TaskView;
  /** A route whose action knows the intent `cancel`. */
  action: string;
  advice?: string;
}

export function TaskCard({ task, action, advice = failureAdvice }: TaskCardProps) {
  const { id, name, state, step, progress, error, trackId, factCheck, grounding, themeNote } = task;
  const titleId = `task-${id}`;
  return (
    <Card as="article" aria-labelledby={titleId} className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 space-y-1">
          <h2 id={titleId} className="text-base">
            {name}
          </h2>
          <p className="text-xs text-muted tabular-nums">
            {task.created}　速度 {task.speakingRate}倍{themeNote && `　${themeNote}`}
          </p>
        </div>
        <StatusBadge status={statusOfState[state]}>{stateNames[state]}</StatusBadge>
      </div>
      {isOpen(task) && (
        <div className="space-y-2">
          <p className="flex justify-between gap-4 text-sm">
            {stepNames[step]}
            <span className="text-muted tabular-nums">{progress}%</span>
          </p>
          <ProgressBar value={progress} label={`${name}の進み具合`} />
        </div>
      )}
      <StepIndicator step={step} isStopped={state === "failed" || state === "cancelled"} />
      {state === "completed" && (
        <p className="text-sm">
          {trackId === null ? (
            "音声は削除されています。"
          ) : (
            <Link
              to={`/admin/tracks/${trackId}`}
              className="inline-flex min-h-11 items-center text-accent underline"
            >
              音声 {trackId} を開く
            </Link>
          )}
        </p>
      )}
      {state === "failed" && (
        <Notice tone="error" live={false} title={error ?? "生成に失敗しました"}>
          {advice}
        </Notice>
      )}
      {factCheck && <FactCheckDetails factCheck={factCheck} grounding={grounding} taskId={id} />}
      {isOpen(task) && <CancelTask task={task} action={action} />}
    </Card>
  );
}

/** `action`: a route whose action knows the intent `cancel`. */
export function CancelTask({ task, action }: { task: Pick<TaskView, "id" | "name">; action: string }) {
  return (
    <ConfirmForm
      action={action}
      values={{ intent: "cancel", taskId: task.id }}
      label="中止"
      ariaLabel={`${task.name}を中止`}
      icon="close"
      title="この音声の生成を中止しますか？"
      text="ここまでの作業は残りません。"
      confirmLabel="中止する"
      isRefusalAbove
      isDestructive
    />
  );
}
