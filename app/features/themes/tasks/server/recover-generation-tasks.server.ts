import { asc } from "drizzle-orm";
import { primary, write } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { enqueueGeneration } from "./insert-generation-task.server.ts";
import { activeGenerationTask } from "./locks.server.ts";

/** Tasks of one run; the rest waits for the next. */
const batchLimit = 1000;

/** Enqueues a job for every active task; the queue refuses a second one. Returns their number. */
export async function recoverGenerationTasks(): Promise<number> {
  const active = await primary
    .select({ id: generationTasks.id })
    .from(generationTasks)
    .where(activeGenerationTask)
    .orderBy(asc(generationTasks.createdAt), asc(generationTasks.id))
    .limit(batchLimit);
  for (const { id } of active) await write((tx) => enqueueGeneration(tx, id));
  return active.length;
}
