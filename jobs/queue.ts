import path from "node:path";
import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, PgBoss } from "pg-boss";
import { z } from "zod";
import { logger } from "#app/logger.server.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { connectionLimits } from "#db/postgres-timeouts.ts";

const task = z.object({ taskId: z.string().min(1) });

/** Every queue and the payload of its jobs: ids of rows, which hold the rest. */
const schemas = {
  "write-script": task,
  "produce-preview": task,
  "send-push": z.object({ subscriptionId: z.string().min(1), bundle: z.string().min(1) }),
  "send-email": z.object({ emailId: z.string().min(1) }),
  "remove-expired": z.object({}),
  "remove-orphaned-files": z.object({}),
};

type QueueName = keyof typeof schemas;
type Payload<Name extends QueueName> = z.infer<(typeof schemas)[Name]>;

const jobSchemas: { [Name in QueueName]: z.ZodType<Payload<Name>> } = schemas;

/** A worker that misses its heartbeat this long counts as dead, and its job is retried. pg-boss's minimum is 10. */
const heartbeatSeconds = 10;

/** Retries after the first run of a job. */
export const maxRetries = 3;

export const jobPriorities = { member: 10, official: 0 };

let boss: PgBoss | undefined;
let closePglite: (() => Promise<void>) | undefined;
let reportError: (error: Error) => void = () => {};

/** Whether jobs live in the same Postgres as the rows, so that both commit together. */
const sharesDatabase = () => dialect === "postgres" && !process.env.DATABASE_URL?.startsWith("pglite:");

interface QueueOptions {
  /** Address of Postgres; without it the queue lies in PGlite. */
  url: string | undefined;
  /** The folder of PGlite; undefined for a queue in memory. */
  dataDir: string | undefined;
  /** False in processes that only enqueue: supervision and schedules run in the workers. */
  runsJobs: boolean;
  onError(error: Error): void;
}

/** Opens the job queue and creates its queues. One process at a time on a PGlite folder (the data lock). */
export async function openQueue(options: QueueOptions): Promise<PgBoss> {
  const common = {
    schema: "jobs",
    useListenNotify: true,
    supervise: options.runsJobs,
    schedule: options.runsJobs,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  };
  if (sharesDatabase()) {
    boss = new PgBoss({ ...common, ...connectionLimits, connectionString: options.url, max: 4 });
  } else {
    const { PGlite } = await import("@electric-sql/pglite");
    const lite = options.dataDir
      ? await PGlite.create(path.join(options.dataDir, "jobs"))
      : await PGlite.create();
    closePglite = () => lite.close();
    boss = new PgBoss({ ...common, db: fromPglite(lite), backend: "pglite" });
  }
  reportError = options.onError;
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

/** Stops taking jobs, lets running ones finish for `timeoutMs`, and closes the queue. */
export async function closeQueue(timeoutMs: number): Promise<void> {
  const closing = boss;
  boss = undefined;
  await closing?.stop({ graceful: true, timeout: timeoutMs, close: true });
  await closePglite?.();
  closePglite = undefined;
}

export interface JobRun<Name extends QueueName> {
  payload: Payload<Name>;
  /** Aborts when the job is cancelled, has run too long, or the process stops. */
  signal: AbortSignal;
}

/**
 * Runs the jobs of a queue: `concurrency` workers fetch up to `batch` jobs at a time and poll every `pollSeconds`
 * seconds. When a handler throws, its job and the others of its batch are retried: handlers must be idempotent.
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
 * Enqueues a job with the transaction `tx`: on Postgres within it, otherwise right after its commit (a job lost in
 * between is enqueued again by the recovery, which goes by the rows). Adds nothing while a job with the same key is
 * waiting or running.
 */
export async function enqueue<Name extends QueueName>(
  tx: Db,
  job: { name: Name; payload: Payload<Name>; key: string; priority?: number },
): Promise<void> {
  const send = async (db?: ReturnType<typeof fromDrizzle>) => {
    await boss?.send(job.name, job.payload, {
      singletonKey: job.key,
      priority: job.priority ?? jobPriorities.member,
      ...(db ? { db } : {}),
    });
  };
  if (sharesDatabase() && canExecute(tx)) await send(fromDrizzle(tx, sql));
  else afterCommit(() => send().catch(reportError));
}

interface SqlExecutor {
  execute(query: unknown): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Postgres transactions can run raw SQL; the type shared with SQLite does not declare it. */
function canExecute(tx: object): tx is SqlExecutor {
  return "execute" in tx && typeof tx.execute === "function";
}
