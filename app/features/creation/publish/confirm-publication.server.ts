import { and, eq } from "drizzle-orm";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/** When it expires, and its track. Throws `NotFound`. */
export async function confirmPreview(options: {
  viewer: { id: string };
  previewFilename: string;
}): Promise<{ trackId: number | null; expiresAt: string }> {
  const [task] = await primary
    .select({ trackId: audioTasks.trackId, expiresAt: audioTasks.expiresAt })
    .from(audioTasks)
    .where(
      and(eq(audioTasks.previewFilename, options.previewFilename), eq(audioTasks.userId, options.viewer.id)),
    );
  if (!task) throw new NotFound("プレビューが見つかりません");
  return { trackId: task.trackId, expiresAt: task.expiresAt.toISOString() };
}

/** Checks that the viewer's task became this track. Throws `NotFound`, `Conflict` (another track). */
export async function confirmTrackOfTask(options: {
  viewer: { id: string };
  /** `{flow}_{task id}`. */
  sessionId: string;
  trackId: number;
}): Promise<void> {
  const taskId = options.sessionId.replace(/^(v1|v2)_/, "");
  const [task] = await primary
    .select({ trackId: audioTasks.trackId })
    .from(audioTasks)
    .where(and(eq(audioTasks.id, taskId), eq(audioTasks.userId, options.viewer.id)));
  if (!task) throw new NotFound("タスクが見つかりません");
  if (task.trackId !== options.trackId) throw new Conflict("このタスクの音声ではありません");
}
