import { completeRevision } from "#app/features/creation/preview/revision/complete-revision.server.ts";
import { publishOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import {
  completePreview,
  filesInUse,
  recordProgress,
} from "#app/features/creation/tasks/server/complete-task.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { JobRun } from "./queue.ts";
import { speakScript } from "./speak-script.ts";
import { runTask } from "./task-run.ts";

/**
 * Speaks a script in two voices and stores the encoded files: the preview that a member can publish, or its next version. Throws
 * `PermanentFailure` for an empty script.
 */
export async function producePreview({ payload, signal }: JobRun<"produce-preview">): Promise<void> {
  const stage = "audio_generation";
  await runTask({ taskId: payload.taskId, stage, signal }, async (task, taskSignal) => {
    const next = task.revision?.next;
    const preview = await speakScript({
      taskId: task.id,
      script: next?.script ?? task.script ?? "",
      version: next && task.revision?.version,
      speakingRate: task.speakingRate,
      voices: task.presentation?.voices,
      caller: { userId: task.userId, taskId: task.id },
      signal: taskSignal,
      onProgress: (percent) => void recordProgress(task.id, stage, percent).catch(() => {}),
    });
    const isStored = await (next ? completeRevision(task, preview) : completePreview(task.id, preview));
    if (!isStored) {
      // A second run of the same job writes the same files: they stay when the other run completed the task.
      const inUse = await filesInUse(task.id);
      const unused = preview.files.filter(({ storageKey }) => !inUse.includes(storageKey));
      for (const file of unused) await audioStorage().remove(file.storageKey);
    }
    if (isStored && task.flow === "seed") await publishOfficialTracks();
  });
}
