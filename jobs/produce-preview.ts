import { publishOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import {
  completePreview,
  hasPreview,
  recordProgress,
} from "#app/features/creation/tasks/server/complete-task.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { JobRun } from "./queue.ts";
import { speakScript } from "./speak-script.ts";
import { runTask } from "./task-run.ts";

/**
 * Speaks a script in two voices and stores the encoded files: the preview that a member can publish. Throws
 * `PermanentFailure` for an empty script.
 */
export async function producePreview({ payload, signal }: JobRun<"produce-preview">): Promise<void> {
  const stage = "audio_generation";
  await runTask({ taskId: payload.taskId, stage, signal }, async (task, taskSignal) => {
    const preview = await speakScript({
      taskId: task.id,
      script: task.script ?? "",
      speakingRate: task.speakingRate,
      caller: { userId: task.userId, taskId: task.id },
      signal: taskSignal,
      onProgress: (percent) => void recordProgress(task.id, stage, percent).catch(() => {}),
    });
    const isStored = await completePreview(task.id, preview);
    // A second run of the same job writes the same files: they stay when the other run completed the task.
    if (!isStored && !(await hasPreview(task.id)))
      for (const file of preview.files) await audioStorage().remove(file.storageKey);
    if (isStored && task.flow === "seed") await publishOfficialTracks();
  });
}
