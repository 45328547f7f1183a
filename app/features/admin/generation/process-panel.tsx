import { isOpen } from "#app/features/tasks/task-state.ts";
import { stateNames } from "#app/features/themes/tasks/generation-task.ts";
import { Card } from "#app/ui/card.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { StepIndicator } from "./step-indicator.tsx";
import { CancelTask } from "./task-card.tsx";
import type { TaskView } from "./task-view.ts";

interface GenerationProcessPanelProps {
  tasks: readonly TaskView[];
  /** A route whose action knows the intent `cancel`: each task gets a button then. */
  cancelAction?: string;
}

export function GenerationProcessPanel({ tasks, cancelAction }: GenerationProcessPanelProps) {
  if (tasks.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="generation-process" className="space-y-4">
      <h2 id="generation-process" className="text-base">
        音声生成プロセス詳細
      </h2>
      <ul className="space-y-5">
        {tasks.map((task) => (
          <li key={task.id}>
            <Process task={task} />
            {cancelAction && isOpen(task) && <CancelTask task={task} action={cancelAction} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Process({ task }: { task: TaskView }) {
  const { progress, stages } = task;
  const current = stages.at(-1);
  return (
    <div className="space-y-3 pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-sm font-bold">{task.name}</h3>
        <p className="text-sm text-muted tabular-nums">{progress}%</p>
      </div>
      <ProgressBar value={progress} label={`${task.name}の進み具合`} />
      <StepIndicator step={task.step} isStopped={false} />
      <p role="status" className="text-sm">
        {current?.message ?? stateNames[task.state]}
      </p>
      {stages.length > 1 && (
        <details className="text-sm">
          <summary className="flex min-h-11 items-center text-accent">これまでの経過</summary>
          <ol className="space-y-1 border-l border-line pl-4">
            {stages.map(({ stage, time, message }) => (
              <li key={`${time} ${stage}`} className="flex gap-3">
                <span className="text-muted tabular-nums">{time}</span>
                {message}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
