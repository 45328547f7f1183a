import path from "node:path";
import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, PgBoss } from "pg-boss";
import { z } from "zod";
import { afterCommit, type Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";

const task = z.object({ taskId: z.string().min(1) });

/** Every queue and what its jobs carry. A job names a row; the row says what to do. */
const schemas = {
  "write-script": task,
  "produce-preview": task,
  "send-push": z.object({ subscriptionId: z.string().min(1), bundle: z.string().min(1) }),
  "send-email": z.object({ emailId: z.string().min(1) }),
  "remove-expired": z.object({}),
  "remove-orphaned-files": z.object({}),
};

export type QueueName = keyof typeof schemas;
export type Payload<Name extends QueueName> = z.infer<(typeof schemas)[Name]>;

export const jobSchemas: { [Name in QueueName]: z.ZodType<Payload<Name>> } = schemas;

/** A worker that stops refreshing this long is dead, and its job is given to another. Least: 10 (pg-boss). */
const heartbeatSeconds = 10;

export const jobPriority = { member: 10, house: 0 };

let boss: PgBoss | undefined;
let closeStore: (() => Promise<void>) | undefined;
let report: (error: Error) => void = () => {};

/** Whether jobs live in the same Postgres as the rows, so that both commit together. */
const sharesDatabase = () => dialect === "postgres" && !process.env.DATABASE_URL?.startsWith("pglite:");

export interface QueueOptions {
  /** Postgres address; otherwise the queue is kept in PGlite. */
  url: string | undefined;
  /** Where PGlite keeps the queue; undefined keeps it in memory. */
  dataDir: string | undefined;
  /** Processes that only enqueue leave supervision and schedules to the workers. */
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
    boss = new PgBoss({ ...common, connectionString: options.url, max: 4 });
  } else {
    const { PGlite } = await import("@electric-sql/pglite");
    const lite = options.dataDir
      ? await PGlite.create(path.join(options.dataDir, "jobs"))
      : await PGlite.create();
    closeStore = () => lite.close();
    boss = new PgBoss({ ...common, db: fromPglite(lite), backend: "pglite" });
  }
  report = options.onError;
  boss.on("error", report);
  await boss.start();
  for (const name of Object.keys(jobSchemas)) {
    await boss.createQueue(name, {
      policy: "exclusive",
      notify: true,
      heartbeatSeconds,
      expireInSeconds: 30 * 60,
      retryLimit: 3,
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
  await closeStore?.();
  closeStore = undefined;
}

/**
 * Enqueues a job as part of the transaction `tx`: on Postgres in it, otherwise as soon as it has committed (the
 * row is the truth, so a job lost in between is made again by the recovery). While a job with the same key is
 * waiting or running, nothing is added.
 */
export async function enqueue<Name extends QueueName>(
  tx: Db,
  job: { name: Name; payload: Payload<Name>; key: string; priority?: number },
): Promise<void> {
  const send = async (db?: ReturnType<typeof fromDrizzle>) => {
    await boss?.send(job.name, job.payload, {
      singletonKey: job.key,
      priority: job.priority ?? jobPriority.member,
      ...(db ? { db } : {}),
    });
  };
  if (sharesDatabase() && canExecute(tx)) await send(fromDrizzle(tx, sql));
  else afterCommit(() => send().catch(report));
}

interface Executes {
  execute(query: unknown): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Postgres transactions can run raw SQL, which the shared type hides because SQLite's can't. */
function canExecute(tx: object): tx is Executes {
  return "execute" in tx && typeof tx.execute === "function";
}
