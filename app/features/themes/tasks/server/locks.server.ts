import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { generationTasks } from "#db/schema/index.ts";
import type { GenerationTask } from "../generation-task.ts";

/**
 * The condition of a task that has not ended. Literals, so that both databases use the partial index
 * `generation_tasks_active_unique`.
 */
export const activeGenerationTask = sql`${generationTasks.state} in ('queued', 'processing')`;

/** The task, locked until `tx` ends, so that what is decided by its state still holds when it is written. */
export async function lockGenerationTask(tx: Db, taskId: string): Promise<GenerationTask | undefined> {
  const [task] = await forUpdate(
    tx.select().from(generationTasks).where(eq(generationTasks.id, taskId)),
    "no key update",
  );
  return task;
}
