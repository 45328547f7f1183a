import { lt } from "drizzle-orm";
import { write } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { historyDays } from "../generation-task.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the history of tasks that ended over a year ago. Their tracks stay. */
export async function removeOldGenerationTasks(now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - historyDays * dayMs);
  await write((tx) =>
    tx
      .delete(generationTasks)
      .where(lt(generationTasks.endedAt, before))
      .returning({ id: generationTasks.id }),
  );
}
