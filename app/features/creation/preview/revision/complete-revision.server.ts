import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { completeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { write } from "#db/client.ts";
import type { StoredPreview } from "#db/schema/index.ts";
import { type AudioTask, noRevision, taskLifetimes } from "../../audio-task.ts";
import { kindOf } from "../../tasks/server/creation-kinds.server.ts";
import { maxRespokenLines } from "./revision.ts";

/**
 * Replaces a preview by its changed version, whose files are stored. `task` as claimed. Returns false if the change was ended,
 * or another has begun.
 */
export async function completeRevision(task: AudioTask, preview: StoredPreview): Promise<boolean> {
  return write(async (tx) => {
    const open = await lockOpenTask(tx, kindOf(task), task.id);
    const { next, ...revision } = open?.revision ?? noRevision;
    if (!open?.preview || !next || revision.version !== task.revision?.version) return false;
    const before = { script: open.script ?? "", factCheck: open.factCheck };
    const earlier = next.isUndo
      ? revision.earlier.slice(0, -1)
      : [...revision.earlier, before].slice(-maxRespokenLines);
    await completeTask(tx, kindOf(open), open, {
      stage: "completed",
      script: next.script,
      factCheck: next.factCheck,
      // Earlier versions' sentences go with the preview.
      preview: {
        ...preview,
        speech: [...new Set([...(open.preview.speech ?? []), ...(preview.speech ?? [])])],
      },
      revision: { ...revision, earlier, ...(next.isUndo && { wasUndo: true }) },
      expiresAt: new Date(Date.now() + taskLifetimes.previewMs),
    });
    await removeFiles(
      tx,
      open.preview.files.map(({ storageKey }) => storageKey),
    );
    return true;
  });
}
