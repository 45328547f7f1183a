import { Link } from "react-router";
import {
  type GenerationStage,
  stageMessages,
  stateNames,
} from "#app/features/themes/tasks/generation-task.ts";
import { Card } from "#app/ui/card.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";

export interface ActiveTask {
  id: string;
  title: string;
  state: "queued" | "processing";
  stage: GenerationStage;
  progress: number;
}

/** 音声生成プロセス詳細: the themes that become audio now, refreshed while there are some. */
export function ActiveTasksPanel({ tasks }: { tasks: readonly ActiveTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="active-title">
      <LiveRefresh seconds={3} />
      <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
        <h2 id="active-title" className="font-bold">
          音声生成プロセス詳細
        </h2>
        <Link to="/admin/queue" className="inline-flex min-h-11 items-center text-sm font-bold text-accent">
          音声生成キューを見る
        </Link>
      </div>
      <ul className="grid gap-3 rail:grid-cols-2">
        {tasks.map((task) => (
          <Card as="li" key={task.id} className="space-y-2">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 font-bold break-words">{task.title}</p>
              <StatusBadge status={task.state === "queued" ? "waiting" : "active"}>
                {stateNames[task.state]}
              </StatusBadge>
            </div>
            <ProgressBar value={task.progress} label={`「${task.title}」の進み具合`} />
            <p className="text-sm text-muted tabular-nums">
              {stageMessages[task.stage]}（{task.progress}%）
            </p>
          </Card>
        ))}
      </ul>
    </section>
  );
}
