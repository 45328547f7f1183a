import type { PgBoss } from "pg-boss";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import { quotaText } from "#app/features/creation/creation-messages.ts";
import { PermanentFailure, runTask, TaskEnded, type TaskRun } from "#app/features/tasks/run-task.server.ts";
import type { QueuedKind, QueuedTable, TaskKind, TaskTable } from "#app/features/tasks/task-kind.server.ts";
import { endTask, removeOldTasks } from "#app/features/tasks/task-life.server.ts";
import { logger } from "#app/logger.server.ts";
import { maxRetries, type TaskQueue, workQueue } from "#app/queue/queue.ts";

export interface TaskHandler {
  kind: QueuedKind<QueuedTable>;
  run(job: { taskId: string; signal: AbortSignal }): Promise<void>;
  /** After their retention. */
  removeOld?(): Promise<number>;
  /** Ends a task that can't be done; without it the recovery begins it again. */
  fail?(taskId: string, error: unknown): Promise<unknown>;
}

export function taskHandler<Table extends TaskTable>(
  kind: TaskKind<Table>,
  work: (task: Table["$inferSelect"], run: TaskRun<Table["$inferSelect"]>) => Promise<void>,
): TaskHandler {
  return {
    kind,
    run: (job) => runTask(kind, job, work),
    removeOld: () => removeOldTasks(kind),
    fail: (taskId, error) =>
      endTask(kind, taskId, {
        as: "failed",
        error: messageOf(error, kind.failureMessage),
        cause: describeError(error),
      }),
  };
}

/**
 * Runs a queue's tasks with the handlers of their kinds, with backoff. After the last retry, and at once for a
 * `PermanentFailure`, the task fails with a message for people.
 */
export async function workTaskQueue(
  boss: PgBoss,
  name: TaskQueue,
  options: { concurrency: number; handlers: readonly TaskHandler[]; pollSeconds?: number },
): Promise<void> {
  const { handlers, ...rest } = options;
  await workQueue(boss, name, {
    ...rest,
    batch: 1,
    async handler({ payload, signal, retry }) {
      const { kind, taskId } = payload;
      const handler = handlers.find((candidate) => candidate.kind.name === kind);
      if (!handler) throw new Error(`nobody does tasks of the kind ${kind}`);
      const started = performance.now();
      try {
        await handler.run({ taskId, signal });
        const ms = Math.round(performance.now() - started);
        logger.info({ job: name, kind, taskId, ms }, "job done");
      } catch (error) {
        if (error instanceof TaskEnded) return;
        if (signal.aborted) throw error;
        // Engines have retried already.
        const isFinal =
          retry >= maxRetries || error instanceof PermanentFailure || error instanceof EngineError;
        if (!isFinal || !handler.fail) throw error;
        logger.error({ job: name, kind, taskId, retry, err: error }, "job given up");
        await handler.fail(taskId, error);
      }
    },
  });
}

const refusedMessage = "AIサービスがこの内容を扱えませんでした。内容を変えて、もう一度お試しください。";

function messageOf(error: unknown, fallback: string): string {
  if (error instanceof PermanentFailure) return error.message;
  if (!(error instanceof EngineError)) return fallback;
  if (error.failure === "rate-limited") return quotaText;
  return error.failure === "refused" ? refusedMessage : fallback;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  return cause === undefined ? `${name}: ${message}` : `${name}: ${message} (${describeError(cause)})`;
}
