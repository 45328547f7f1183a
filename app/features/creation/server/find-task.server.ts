import { and, desc, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../audio-task.ts";

/** The member's own task. Throws `NotFound`, for somebody else's too. */
export async function findTask(options: { viewer: { id: string }; taskId: string }): Promise<AudioTask> {
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, options.taskId));
  if (!task || task.userId !== options.viewer.id) throw new NotFound("タスクが見つかりません");
  return task;
}

/** The member's preview tasks, newest first, at most 20. */
export function listTasks(options: { viewer: { id: string } }): Promise<AudioTask[]> {
  return db
    .select()
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, options.viewer.id), eq(audioTasks.kind, "preview")))
    .orderBy(desc(audioTasks.createdAt))
    .limit(20);
}
