import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { enqueue, jobPriority } from "#jobs/queue.ts";
import { openTask } from "./open-task.server.ts";

/**
 * Gives every open task a job again. The queue refuses a second job for a task that has a live one, so only
 * tasks whose job was lost are affected. Returns the number of open tasks seen.
 */
export async function recoverTasks(): Promise<number> {
  const open = await db
    .select({ id: audioTasks.id, kind: audioTasks.kind, flow: audioTasks.flow })
    .from(audioTasks)
    .where(openTask)
    .limit(1000);
  for (const task of open) {
    await write((tx) =>
      enqueue(tx, {
        name: task.kind === "script" ? "write-script" : "produce-preview",
        payload: { taskId: task.id },
        key: task.id,
        priority: task.flow === "seed" ? jobPriority.house : jobPriority.member,
      }),
    );
  }
  return open.length;
}
