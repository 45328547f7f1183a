import { and, eq, isNull } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { endLockedTask, lockTasks } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { removeSpeech } from "../server/speech-cache.server.ts";
import { kindOf, previews } from "../tasks/server/creation-kinds.server.ts";

/**
 * Removes the viewer's unpublished preview and files; a published one's belong to the track. Does not refund the generation:
 * the audio was produced. What is still being spoken of it is cancelled. Throws `NotFound`.
 */
export async function discardPreview(options: {
  viewer: { id: string };
  previewFilename: string;
}): Promise<void> {
  const { viewer, previewFilename } = options;
  const preview = await write(async (tx) => {
    const isOwnPreview = and(
      eq(audioTasks.previewFilename, previewFilename),
      eq(audioTasks.userId, viewer.id),
    );
    const [task] = await lockTasks(tx, previews, isOwnPreview);
    if (!task) throw new NotFound("プレビューが見つかりません");
    // A worker would speak a change again and again, as nothing is left that it could complete.
    if (isOpen(task)) await endLockedTask(tx, kindOf(task), task, { as: "cancelled" });
    const [discarded] = await tx
      .update(audioTasks)
      .set({ isDiscarded: true, preview: null, updatedAt: new Date() })
      .where(and(isOwnPreview, isNull(audioTasks.trackId)))
      .returning({ id: audioTasks.id });
    return discarded ? task.preview : null;
  });
  for (const file of preview?.files ?? []) await audioStorage().remove(file.storageKey);
  await removeSpeech(viewer.id, preview?.speech);
}
