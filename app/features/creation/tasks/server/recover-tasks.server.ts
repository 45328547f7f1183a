import { asc } from "drizzle-orm";
import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { enqueue, jobPriorities } from "#jobs/queue.ts";
import { taskPriority } from "./admit-task.server.ts";
import { openTask } from "./find-task.server.ts";

/**
 * Enqueues a job for every open task (at most 1000). The queue refuses a second job for a task, so only tasks whose
 * job was lost get one. Returns the number of open tasks.
 */
export async function recoverTasks(): Promise<number> {
  const open = await db
    .select({
      id: audioTasks.id,
      kind: audioTasks.kind,
      flow: audioTasks.flow,
      userId: audioTasks.userId,
    })
    .from(audioTasks)
    .where(openTask)
    .orderBy(asc(audioTasks.createdAt), asc(audioTasks.id))
    .limit(1000);
  const earlier = new Map<string, number>();
  for (const task of open) {
    const queue = `${task.userId} ${task.kind}`;
    const rank = earlier.get(queue) ?? 0;
    earlier.set(queue, rank + 1);
    await write((tx) =>
      enqueue(tx, {
        name: task.kind === "script" ? "write-script" : "produce-preview",
        payload: { taskId: task.id },
        key: task.id,
        priority: task.flow === "seed" ? jobPriorities.official : taskPriority(rank),
      }),
    );
  }
  return open.length;
}
