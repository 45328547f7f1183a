import { and, eq } from "drizzle-orm";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/**
 * The client's word that its task became this track. Publishing has recorded it in the same transaction, so this
 * only confirms. Throws `NotFound` for a task that is not the member's, `Conflict` for another track.
 */
export async function confirmTrackOfTask(options: {
  viewer: { id: string };
  /** `{flow}_{task id}`. */
  sessionId: string;
  trackId: number;
}): Promise<void> {
  const taskId = options.sessionId.replace(/^(v1|v2)_/, "");
  const [task] = await db
    .select({ trackId: audioTasks.trackId })
    .from(audioTasks)
    .where(and(eq(audioTasks.id, taskId), eq(audioTasks.userId, options.viewer.id)));
  if (!task) throw new NotFound("タスクが見つかりません");
  if (task.trackId !== options.trackId) throw new Conflict("このタスクの音声ではありません");
}
