import { lt, sql } from "drizzle-orm";
import type { TaskKind } from "#app/features/tasks/task-kind.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { jobPriorities } from "#app/queue/queue.ts";
import { generationTasks } from "#db/schema/index.ts";
import { type GenerationStage, type GenerationTask, historyDays, stageProgress } from "../generation-task.ts";

/** The console makes tracks of the official account from themes and texts. */
export const generations: TaskKind<typeof generationTasks> = {
  name: "generation",
  queue: "produce-preview",
  table: generationTasks,
  open: sql`${generationTasks.state} in ('queued', 'processing')`,
  // Behind everything that members wait for.
  priority: jobPriorities.official,
  maxAttempts: 5,
  crashMessage: "処理の途中で何度も止まったため、中断しました。",
  failureMessage: "音声の生成に失敗しました。しばらくしてから再度お試しください。",
  begin: (task, now) => reach(task, "task_initialization", now),
  // Their tracks stay.
  retention: { isOver: (now) => lt(generationTasks.endedAt, new Date(now.getTime() - historyDays * dayMs)) },
};

export function reach(
  { stageLog }: Pick<GenerationTask, "stageLog">,
  stage: GenerationStage,
  now: Date,
): Pick<GenerationTask, "stage" | "stageLog" | "progress"> {
  const progress = stageProgress[stage];
  return { stage, stageLog: [...stageLog, { stage, at: now.getTime(), progress }], progress };
}
