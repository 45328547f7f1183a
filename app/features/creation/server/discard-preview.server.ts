import { and, eq, isNull } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { holdTask } from "./hold-task.server.ts";

/**
 * Removes an own unpublished preview and its files. A published one keeps its files, which are the track's.
 * The daily use it took is not given back: the audio existed. Throws `NotFound`.
 */
export async function discardPreview(options: {
  viewer: { id: string };
  previewFilename: string;
}): Promise<void> {
  const { viewer, previewFilename } = options;
  const files = await write(async (tx) => {
    const mine = and(eq(audioTasks.previewFilename, previewFilename), eq(audioTasks.userId, viewer.id));
    const task = await holdTask(tx, mine);
    if (!task) throw new NotFound("プレビューが見つかりません");
    const [discarded] = await tx
      .update(audioTasks)
      .set({ isDiscarded: true, preview: null, updatedAt: new Date() })
      .where(and(mine, isNull(audioTasks.trackId)))
      .returning({ id: audioTasks.id });
    return discarded ? (task.preview?.files ?? []) : [];
  });
  for (const file of files) await audioStorage().remove(file.storageKey);
}
