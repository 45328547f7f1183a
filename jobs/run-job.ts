import type { PgBoss } from "pg-boss";
import { endTask } from "#app/features/creation/server/end-task.server.ts";
import { TaskEnded } from "#app/features/creation/server/run-task.server.ts";
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
 * Takes the jobs of a queue: `concurrency` workers, each `batch` jobs at once, look for new ones every `everyS` seconds. A
 * job whose handler throws is tried again, and with it the others of its batch, for which running again must be harmless.
 */
export async function workOn<Name extends QueueName>(
  boss: PgBoss,
  name: Name,
  options: {
    concurrency: number;
    batch: number;
    everyS?: number;
    handler(run: JobRun<Name> & { retry: number }): Promise<void>;
  },
): Promise<void> {
  const { concurrency, batch, everyS = 0.5, handler } = options;
  await boss.work<unknown>(
    name,
    {
      includeMetadata: true,
      batchSize: batch,
      burstWhenBatchFull: batch > 1,
      localConcurrency: concurrency,
      pollingIntervalSeconds: everyS,
      notifyPollingIntervalSeconds: everyS,
      heartbeatRefreshSeconds: 1,
    },
    async (jobs) => {
      const runs = await Promise.allSettled(
        jobs.map(async ({ data, signal, retryCount: retry }) => {
          const payload = jobSchemas[name].parse(data);
          try {
            await handler({ payload, signal, retry });
          } catch (error) {
            if (!signal.aborted) logger.error({ job: name, payload, retry, err: error }, "job failed");
            throw error;
          }
        }),
      );
      const failed = runs.find((run) => run.status === "rejected");
      if (failed) throw failed.reason;
    },
  );
}

/**
 * Takes the jobs of a queue that work on a task. A failed run is tried again with backoff; the last failure, and
 * one that can't get better, end the task with a message for its member.
 */
export async function workOnTasks<Name extends "write-script" | "produce-preview">(
  boss: PgBoss,
  name: Name,
  options: { concurrency: number; handler(run: JobRun<Name>): Promise<void>; apology: string },
): Promise<void> {
  await workOn(boss, name, {
    concurrency: options.concurrency,
    batch: 1,
    async handler({ payload, signal, retry }) {
      const { taskId } = payload;
      const started = performance.now();
      try {
        await options.handler({ payload, signal });
        logger.info({ job: name, taskId, ms: Math.round(performance.now() - started) }, "job done");
      } catch (error) {
        if (error instanceof TaskEnded) return;
        if (signal.aborted) throw error;
        const last = retry >= lastRetry || error instanceof PermanentFailure;
        if (!last) throw error;
        logger.error({ job: name, taskId, retry, err: error }, "job given up");
        await endTask({
          taskId,
          as: "failed",
          error: error instanceof PermanentFailure ? error.message : options.apology,
        });
      }
    },
  });
}
