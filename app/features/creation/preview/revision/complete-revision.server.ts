import { and, eq } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { write } from "#db/client.ts";
import { audioTasks, type StoredPreview } from "#db/schema/index.ts";
import { type AudioTask, taskLifetimes } from "../../tasks/audio-task.ts";
import { openTask } from "../../tasks/server/find-task.server.ts";
import { lockTask } from "../../tasks/server/locks.server.ts";
import { maxRespokenLines, noRevision } from "./revision.ts";

/**
 * Puts a changed preview, whose files are in the storage, in the place of the one before, whose files go. `task` as the worker
 * has claimed it. Returns false when the change was ended meanwhile, also when another has begun.
 */
export async function completeRevision(task: AudioTask, preview: StoredPreview): Promise<boolean> {
  const isDone = await write(async (tx) => {
    const open = await lockTask(tx, and(eq(audioTasks.id, task.id), openTask));
    const { next, ...revision } = open?.revision ?? noRevision;
    if (!open?.preview || !next || revision.version !== task.revision?.version) return false;
    const before = { script: open.script ?? "", factCheck: open.factCheck };
    const earlier = next.isUndo
      ? revision.earlier.slice(0, -1)
      : [...revision.earlier, before].slice(-maxRespokenLines);
    const now = new Date();
    await tx
      .update(audioTasks)
      .set({
        state: "completed",
        stage: "completed",
        progress: 100,
        script: next.script,
        factCheck: next.factCheck,
        // What earlier versions have spoken goes with the preview.
        preview: {
          ...preview,
          speech: [...new Set([...(open.preview.speech ?? []), ...(preview.speech ?? [])])],
        },
        revision: { ...revision, earlier, ...(next.isUndo && { wasUndo: true }) },
        updatedAt: now,
        expiresAt: new Date(now.getTime() + taskLifetimes.previewMs),
      })
      .where(eq(audioTasks.id, task.id))
      .returning({ id: audioTasks.id });
    await removeFiles(
      tx,
      open.preview.files.map(({ storageKey }) => storageKey),
    );
    return true;
  });
  if (isDone) await publishTaskChange(task);
  return isDone;
}
