import { and, count, gt, isNull, lte, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { audioTasks, emails, generationTasks, pushDeliveries } from "#db/schema/index.ts";

/** Tasks that have not ended. */
export interface OpenTasks {
  waiting: number;
  running: number;
}

export interface Queues {
  /** Scripts and previews of members. */
  creation: OpenTasks;
  /** Tracks of the official programme. */
  generation: OpenTasks;
  /** Letters that are not sent yet. */
  emails: number;
  /** Push messages that are due. */
  pushes: number;
}

/** What waits or runs now. The rows are the truth; the queue's jobs only carry them. */
export async function countWaiting(now = new Date()): Promise<Queues> {
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
