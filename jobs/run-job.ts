import type { Job, PgBoss } from "pg-boss";
import { endTask } from "#app/features/creation/end-task.server.ts";
import { TaskEnded } from "#app/features/creation/run-task.server.ts";
import { logger } from "#app/logger.server.ts";
import { jobSchemas, type Payload, type QueueName } from "./queue.ts";

export interface JobRun<Name extends QueueName> {
  payload: Payload<Name>;
  /** Aborts when the job is cancelled, has run too long, or the process stops. */
  signal: AbortSignal;
}

/** Trying again would not help. The message is Japanese and shown to the member. */
export class PermanentFailure extends Error {}

/** The last try of a job is this one (retries counted from 0). */
const lastRetry = 3;

/**
 * Takes the jobs of a queue that work on a task. A failed run is tried again with backoff; the last failure, and
 * one that can't get better, end the task with a message for its member.
 */
export async function workOnTasks<Name extends "write-script" | "produce-preview">(
  boss: PgBoss,
  name: Name,
  options: { concurrency: number; handler(run: JobRun<Name>): Promise<void>; apology: string },
): Promise<void> {
  await boss.work<unknown>(
    name,
    {
      includeMetadata: true,
      batchSize: 1,
      localConcurrency: options.concurrency,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
      heartbeatRefreshSeconds: 1,
    },
    async (jobs) => {
      for (const job of jobs) await run(job);
    },
  );

  async function run(job: Job<unknown> & { retryCount: number }): Promise<void> {
    const payload = jobSchemas[name].parse(job.data);
    const { taskId } = payload;
    const started = performance.now();
    try {
      await options.handler({ payload, signal: job.signal });
      logger.info({ job: name, taskId, ms: Math.round(performance.now() - started) }, "job done");
    } catch (error) {
      if (error instanceof TaskEnded) return;
      if (job.signal.aborted) throw error;
      const last = job.retryCount >= lastRetry || error instanceof PermanentFailure;
      logger.error({ job: name, taskId, retry: job.retryCount, last, err: error }, "job failed");
      if (!last) throw error;
      await endTask({
        taskId,
        as: "failed",
        error: error instanceof PermanentFailure ? error.message : options.apology,
      });
    }
  }
}
