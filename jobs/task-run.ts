import { eq } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import { EngineError } from "#app/engines/providers/engine-error.ts";
import { quotaText } from "#app/features/creation/creation-messages.ts";
import { type AudioTask, isOpen } from "#app/features/creation/tasks/audio-task.ts";
import { claimTask } from "#app/features/creation/tasks/server/claim-task.server.ts";
import { endTask } from "#app/features/creation/tasks/server/end-task.server.ts";
import { subscribeToTask } from "#app/features/events/server/publish.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { type JobRun, maxRetries, workQueue } from "./queue.ts";

/** Retrying would not help. The message is Japanese and shown to the member. */
export class PermanentFailure extends Error {}

/** The abort reason of work whose task was ended from outside (cancelled, killed, deleted). */
export class TaskEnded extends Error {}

/** What a job of a queue of tasks does, and how its task ends when that does not succeed. */
interface TaskJob<Name extends TaskQueueName> {
  handler(run: JobRun<Name>): Promise<void>;
  /** For a failure that has no message of its own. */
  failureMessage: string;
  /** Ends the task as failed with a message. */
  fail(task: TaskFailure): Promise<unknown>;
}

interface TaskFailure {
  taskId: string;
  /** For people. */
  error: string;
  /** For the operator. */
  cause: string;
}

type TaskQueueName = "write-script" | "produce-preview" | "convert-upload";

/** The end of a member's task that can't be done. */
export const failMembersTask = (task: TaskFailure) => endTask({ ...task, as: "failed" });

/**
 * Runs the jobs of a queue whose payload is a task, each as `chooseJob` says. A failed run is retried with backoff. After the
 * last retry, and at once for a `PermanentFailure`, the task ends as failed with a message for people.
 */
export async function workTaskQueue<Name extends TaskQueueName>(
  boss: PgBoss,
  name: Name,
  options: { concurrency: number; chooseJob(payload: JobRun<Name>["payload"]): TaskJob<Name> },
): Promise<void> {
  await workQueue(boss, name, {
    concurrency: options.concurrency,
    batch: 1,
    async handler({ payload, signal, retry }) {
      const { taskId } = payload;
      const job = options.chooseJob(payload);
      const started = performance.now();
      try {
        await job.handler({ payload, signal });
        logger.info({ job: name, taskId, ms: Math.round(performance.now() - started) }, "job done");
      } catch (error) {
        if (error instanceof TaskEnded) return;
        if (signal.aborted) throw error;
        // Engines have tried again where that makes sense.
        const isFinal =
          retry >= maxRetries || error instanceof PermanentFailure || error instanceof EngineError;
        if (!isFinal) throw error;
        logger.error({ job: name, taskId, retry, err: error }, "job given up");
        await job.fail({
          taskId,
          error: messageOf(error, job.failureMessage),
          cause: causeOf(error),
        });
      }
    },
  });
}

const refusedMessage = "AIサービスがこの内容を扱えませんでした。内容を変えて、もう一度お試しください。";

/** What the member is told of a failure. */
function messageOf(error: unknown, fallback: string): string {
  if (error instanceof PermanentFailure) return error.message;
  if (!(error instanceof EngineError)) return fallback;
  if (error.failure === "rate-limited") return quotaText;
  return error.failure === "refused" ? refusedMessage : fallback;
}

/** An error with what caused it, in one line. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  return cause === undefined ? `${name}: ${message}` : `${name}: ${message} (${causeOf(cause)})`;
}

/**
 * Claims the task of a job and runs `work` on it with a signal that aborts with `TaskEnded` when the task is ended
 * from outside, and with the reason of `signal` when that aborts. Does nothing when the task can't be claimed.
 */
export async function runTask(
  job: { taskId: string; stage: string; signal: AbortSignal },
  work: (task: AudioTask, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const task = await claimTask(job.taskId, job.stage);
  if (!task) return;
  const watch = taskSignal(task.id, job.signal);
  try {
    await work(task, watch.signal);
  } finally {
    watch.stop();
  }
}

/** The row of a running task is checked this often, besides at each notification. */
const checkIntervalMs = 2000;

/** `endSignal` of a member's task. */
export function taskSignal(taskId: string, signal: AbortSignal): { signal: AbortSignal; stop(): void } {
  return endSignal(taskId, signal, async () => {
    const [task] = await primary
      .select({ state: audioTasks.state })
      .from(audioTasks)
      .where(eq(audioTasks.id, taskId));
    return task !== undefined && isOpen(task);
  });
}

/**
 * A signal that aborts with `TaskEnded` when `isActive` says that the task is no longer open, and with the reason of `signal`
 * when that aborts. Call `stop` when the work is over.
 */
export function endSignal(
  taskId: string,
  signal: AbortSignal,
  isActive: (taskId: string) => Promise<boolean>,
): { signal: AbortSignal; stop(): void } {
  const ended = new AbortController();
  const abortIfEnded = async () => {
    if (!(await isActive(taskId))) ended.abort(new TaskEnded("the task was ended"));
  };
  const check = () => void abortIfEnded().catch(() => {});
  const unwatch = subscribeToTask(taskId, check);
  // Notifications are lost while the listening connection is not open.
  const timer = setInterval(check, checkIntervalMs);
  const stop = () => {
    unwatch();
    clearInterval(timer);
  };
  return { signal: AbortSignal.any([signal, ended.signal]), stop };
}
