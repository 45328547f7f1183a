import { sql } from "drizzle-orm";
import type { ConstructorOptions, PgBoss } from "pg-boss";
import { z } from "zod";
import { logger } from "#app/logger.server.ts";
import { observeJob } from "#app/metrics.server.ts";
import { currentTrace, traced } from "#app/traces.server.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { connectionLimits } from "#db/postgres-timeouts.ts";
import { EmbeddedQueue } from "./embedded-queue.ts";
import { startPglite } from "./start-pglite.ts";

const task = z.object({ kind: z.string().min(1), taskId: z.string().min(1) });

/** Tasks of one queue share its workers. */
const taskSchemas = {
  "write-script": task,
  "produce-preview": task,
  "convert-upload": task,
  "continue-bulk-run": task,
};

const schemas = {
  ...taskSchemas,
  "send-push": z.object({ subscriptionId: z.string().min(1), bundle: z.string().min(1) }),
  "send-webhook": z.object({ deliveryId: z.string().min(1) }),
  "send-email": z.object({ emailId: z.string().min(1) }),
  "remove-expired": z.object({}),
  "remove-orphaned-files": z.object({}),
  "take-backup": z.object({}),
};

export type QueueName = keyof typeof schemas;
export type TaskQueue = keyof typeof taskSchemas;
type Payload<Name extends QueueName> = z.infer<(typeof schemas)[Name]>;

const jobSchemas: { [Name in QueueName]: z.ZodType<Payload<Name>> } = schemas;

/** Without a heartbeat for this long a worker counts as dead, and its job is retried. pg-boss's minimum. */
const heartbeatSeconds = 10;

export const maxRetries = 3;

export const jobPriorities = { member: 10, official: 0 };

const idleMs = 2 * 60_000;

interface Queue {
  use(call: (boss: PgBoss) => Promise<unknown>): Promise<void>;
  peek<T>(call: (boss: PgBoss) => Promise<T>): Promise<T | undefined>;
  close(timeoutMs: number): Promise<void>;
}

let queue: Queue | undefined;

/** Whether jobs and rows commit together. */
const sharesDatabase = () => dialect === "postgres" && !process.env.DATABASE_URL?.startsWith("pglite:");

const reportError = (error: Error) => logger.error({ err: error }, "queue error");

interface QueueOptions {
  /** Of Postgres; without it the queue is embedded. */
  url: string | undefined;
  /** Registers handlers and schedules; undefined in processes that only enqueue. */
  work?: (boss: PgBoss) => Promise<void>;
}

/** Opens the queue on Postgres at once; an embedded one opens with its first job. */
export async function openQueue({ url, work }: QueueOptions): Promise<void> {
  if (sharesDatabase()) {
    const boss = await startBoss(
      { ...connectionLimits, connectionString: url, max: 4, superviseIntervalSeconds: 1 },
      work !== undefined,
    );
    await work?.(boss);
    queue = {
      use: async (call) => void (await call(boss)),
      peek: (call) => call(boss),
      close: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs, close: true }),
    };
    return;
  }
  queue = new EmbeddedQueue({
    open: startPglite,
    async start(lite) {
      const boss = await startBoss({ db: lite, backend: "pglite" }, true);
      await work?.(boss);
      return boss;
    },
    idleMs,
    onError: reportError,
  });
}

/** Starts pg-boss and creates its queues. `runsJobs`: false if the process only enqueues. */
export async function startBoss(connection: ConstructorOptions, runsJobs: boolean): Promise<PgBoss> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    schema: "jobs",
    useListenNotify: true,
    supervise: runsJobs,
    schedule: runsJobs,
    monitorIntervalSeconds: 1,
    ...connection,
  });
  boss.on("error", reportError);
  await boss.start();
  for (const name of Object.keys(jobSchemas)) {
    await boss.createQueue(name, {
      policy: "exclusive",
      notify: true,
      heartbeatSeconds,
      expireInSeconds: 30 * 60,
      retryLimit: maxRetries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 30,
      deleteAfterSeconds: 24 * 60 * 60,
    });
  }
  return boss;
}

/** `failed`: given up within the last day. */
interface QueueCounts {
  name: string;
  waiting: number;
  running: number;
  failed: number;
}

/** Jobs per queue, counted by workers a second ago. Zero while an embedded queue is closed. */
export async function countJobs(): Promise<QueueCounts[]> {
  const counted = (await queue?.peek((boss) => boss.getQueues(Object.keys(jobSchemas)))) ?? [];
  return Object.keys(jobSchemas).map((name) => {
    const of = counted.find((result) => result.name === name);
    return {
      name,
      waiting: of?.queuedCount ?? 0,
      running: of?.activeCount ?? 0,
      failed: of?.failedCount ?? 0,
    };
  });
}

/** Takes no more jobs, lets running ones finish for `timeoutMs`. */
export async function closeQueue(timeoutMs: number): Promise<void> {
  const closing = queue;
  queue = undefined;
  await closing?.close(timeoutMs);
}

interface JobRun<Name extends QueueName> {
  payload: Payload<Name>;
  /** Aborts when the job is cancelled, too slow, or the process stops. */
  signal: AbortSignal;
}

/**
 * Runs a queue's jobs: `concurrency` workers fetch up to `batch` jobs every `pollSeconds`. If a handler throws, its whole batch
 * is retried: handlers must be idempotent.
 */
export async function workQueue<Name extends QueueName>(
  pgBoss: PgBoss,
  name: Name,
  options: {
    concurrency: number;
    batch: number;
    pollSeconds?: number;
    handler(run: JobRun<Name> & { retry: number }): Promise<void>;
  },
): Promise<void> {
  const { concurrency, batch, pollSeconds = 0.5, handler } = options;
  await pgBoss.work<unknown>(
    name,
    {
      includeMetadata: true,
      batchSize: batch,
      burstWhenBatchFull: batch > 1,
      localConcurrency: concurrency,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds: 1,
    },
    async (jobs) => {
      const runs = await Promise.allSettled(
        jobs.map(async ({ data, signal, retryCount: retry }) => {
          const payload = jobSchemas[name].parse(data);
          const began = performance.now();
          const observe = (outcome: "done" | "failed") =>
            observeJob(name, outcome, (performance.now() - began) / 1000);
          try {
            await traced({ name: `job ${name}`, kind: "CONSUMER", parent: traceOf(data) }, () =>
              handler({ payload, signal, retry }),
            );
            observe("done");
          } catch (error) {
            observe("failed");
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

/** What `enqueue` has added to a payload. */
const traceOf = (data: unknown) => z.object({ trace: z.string() }).safeParse(data).data?.trace;

/**
 * Enqueues with `tx`: on Postgres within it, else after its commit without waiting (the recovery enqueues a lost job again by
 * its row). Does nothing while a job with this key waits or runs.
 */
export async function enqueue<Name extends QueueName>(
  tx: Db,
  job: { name: Name; payload: Payload<Name>; key: string; priority?: number },
): Promise<void> {
  const trace = currentTrace();
  const send = async (db?: ConstructorOptions["db"]) => {
    await queue?.use((boss) =>
      boss.send(
        job.name,
        { ...job.payload, ...(trace && { trace }) },
        {
          singletonKey: job.key,
          priority: job.priority ?? jobPriorities.member,
          ...(db ? { db } : {}),
        },
      ),
    );
  };
  if (sharesDatabase() && canExecute(tx)) {
    const { fromDrizzle } = await import("pg-boss");
    await send(fromDrizzle(tx, sql));
  } else afterCommit(() => void send().catch(reportError));
}

interface SqlExecutor {
  execute(query: unknown): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Postgres transactions run raw SQL; the shared type lacks it. */
function canExecute(tx: object): tx is SqlExecutor {
  return "execute" in tx && typeof tx.execute === "function";
}
