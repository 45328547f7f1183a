import type { TaskKind, TaskTable } from "./task-kind.server.ts";
import { claimTask, recordProgress, removeLeftovers } from "./task-life.server.ts";
import { isOpen } from "./task-state.ts";
import { findState, watchTask } from "./watch-task.server.ts";

/** A retry would not help. The message is Japanese and shown to people. */
export class PermanentFailure extends Error {}

/** Abort reason of work whose task was ended from outside (cancelled, killed, deleted). */
export class TaskEnded extends Error {}

export interface TaskRun<Row> {
  /** Aborts with `TaskEnded` when the task is ended from outside, and when the process stops. */
  signal: AbortSignal;
  /** Records the progress now and then: 0–99 %, with values that belong to it. */
  report(percent: number, values?: Partial<Row>): void;
}

const reportIntervalMs = 500;

/** Does nothing when the task can't be claimed. Throws `TaskEnded` if it was ended meanwhile, else what `work` throws. */
export async function runTask<Table extends TaskTable>(
  kind: TaskKind<Table>,
  job: { taskId: string; signal: AbortSignal },
  work: (task: Table["$inferSelect"], run: TaskRun<Table["$inferSelect"]>) => Promise<void>,
): Promise<void> {
  const { taskId } = job;
  const task = await claimTask(kind, taskId);
  if (!task) return;
  const ended = new AbortController();
  const abortIfEnded = async () => {
    const state = await findState(kind, taskId);
    if (state === undefined || !isOpen({ state })) ended.abort(new TaskEnded("the task was ended"));
  };
  const unwatch = watchTask(taskId, () => void abortIfEnded().catch(() => {}));
  let reportedAt = 0;
  try {
    await work(task, {
      signal: AbortSignal.any([job.signal, ended.signal]),
      report(percent, values) {
        if (Date.now() - reportedAt < reportIntervalMs) return;
        reportedAt = Date.now();
        void recordProgress(kind, task, percent, values).catch(() => {});
      },
    });
  } catch (error) {
    // Who ends a task removes its files: the work may miss one before it hears of the end.
    await abortIfEnded().catch(() => {});
    ended.signal.throwIfAborted();
    throw error;
  } finally {
    unwatch();
    await removeLeftovers(kind, taskId);
  }
}
