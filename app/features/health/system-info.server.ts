import { statfs } from "node:fs/promises";
import os from "node:os";
import { and, count, gt, isNull, lte, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { programVersion } from "#app/config/version.ts";
import { logger } from "#app/logger.server.ts";
import { db } from "#db/client.ts";
import { readDatabaseFacts } from "#db/database-facts.ts";
import { audioTasks, emails, generationTasks, pushDeliveries } from "#db/schema/index.ts";

/** What can't be found out is null. */
export type SystemInfo = Awaited<ReturnType<typeof readSystemInfo>>;

/** Never rejects: the page must show what is broken. */
export async function readSystemInfo() {
  const [database, engines, queues, disk] = await Promise.all([
    orNull("database", readDatabaseFacts),
    orNull("engines", engineNames),
    orNull("queues", countWaiting),
    orNull("disk", readDisk),
  ]);
  return {
    version: programVersion(),
    node: process.versions.node,
    platform: `${os.type()} ${os.release()} (${process.arch})`,
    database,
    engines,
    queues,
    disk,
  };
}

/** Rejects when a configured engine is missing. */
async function engineNames() {
  // Loaded on demand: the voices have programs and models.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { SCRIPT_ENGINE: script, FACT_CHECK_ENGINE: factCheck } = environment();
  return { script, factCheck, speech: (await speechEngine()).name, themes: "local" };
}

/** Bytes of the disk with `DATA_DIR`. */
async function readDisk() {
  const { bavail, blocks, bsize } = await statfs(environment().DATA_DIR);
  return { free: bavail * bsize, total: blocks * bsize };
}

async function orNull<T>(what: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    logger.warn({ what, err: error }, "the console could not find out about the system");
    return null;
  }
}

interface OpenTasks {
  waiting: number;
  running: number;
}

interface Queues {
  creation: OpenTasks;
  generation: OpenTasks;
  emails: number;
  pushes: number;
}

/** Counts rows, not jobs: the queue's jobs only carry them. */
async function countWaiting(now = new Date()): Promise<Queues> {
  const [creation, generation, waitingEmails, pushes] = await Promise.all([
    db
      .select({
        isWaiting: sql<number>`case when ${audioTasks.state} = 'queued' then 1 else 0 end`,
        tasks: count(),
      })
      .from(audioTasks)
      .where(sql`state in ('queued', 'processing', 'script_generation', 'audio_generation')`)
      .groupBy(sql`1`),
    db
      .select({
        isWaiting: sql<number>`case when ${generationTasks.state} = 'queued' then 1 else 0 end`,
        tasks: count(),
      })
      .from(generationTasks)
      .where(sql`state in ('queued', 'processing')`)
      .groupBy(sql`1`),
    db.$count(emails, isNull(emails.error)),
    db.$count(
      pushDeliveries,
      and(lte(pushDeliveries.dueAt, now), gt(pushDeliveries.version, pushDeliveries.sentVersion)),
    ),
  ]);
  return {
    creation: toOpenTasks(creation),
    generation: toOpenTasks(generation),
    emails: waitingEmails,
    pushes,
  };
}

function toOpenTasks(rows: readonly { isWaiting: number; tasks: number }[]): OpenTasks {
  const open = { waiting: 0, running: 0 };
  for (const { isWaiting, tasks } of rows) open[isWaiting ? "waiting" : "running"] += tasks;
  return open;
}
