import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "./audio-task.ts";

/**
 * The task as it is now, held until `tx` ends: on Postgres transactions overlap, and whoever decides by what a task is
 * (publishing, throwing away, speaking, sweeping) must not find it changed when it acts. Undefined when there is none.
 */
export async function holdTask(tx: Db, where: SQL | undefined): Promise<AudioTask | undefined> {
  const [task] = await tx
    .update(audioTasks)
    .set({ updatedAt: sql`${audioTasks.updatedAt}` })
    .where(where)
    .returning();
  return task;
}
