import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { enqueue, jobPriorities } from "#jobs/queue.ts";
import { openTask } from "./find-task.server.ts";

/**
 * Enqueues a job for every open task (at most 1000). The queue refuses a second job for a task, so only tasks whose
 * job was lost get one. Returns the number of open tasks.
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
        priority: task.flow === "seed" ? jobPriorities.official : jobPriorities.member,
      }),
    );
  }
  return open.length;
}
