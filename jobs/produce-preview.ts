import type { AudioTask } from "#app/features/creation/audio-task.ts";
import { completeRevision } from "#app/features/creation/preview/revision/complete-revision.server.ts";
import { publishOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { completePreview, filesInUse } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { TaskRun } from "#app/features/tasks/run-task.server.ts";
import { mannerOf, speakScript } from "./speak-script.ts";

/**
 * Speaks a script in two voices and stores the encoded files: the preview that a member can publish, or its next version. Throws
 * `PermanentFailure` for an empty script.
 */
export async function producePreview(task: AudioTask, run: TaskRun<AudioTask>): Promise<void> {
  const next = task.revision?.next;
  const preview = await speakScript({
    taskId: task.id,
    script: next?.script ?? task.script ?? "",
    version: next && task.revision?.version,
    speakingRate: task.speakingRate,
    voices: task.narration?.voices,
    // A line that is spoken again sounds like the others, whatever the labels are by now.
    manner: task.preview ? task.preview.manner : mannerOf(task),
    caller: { userId: task.userId, taskId: task.id },
    signal: run.signal,
    onProgress: run.report,
  });
  const isStored = await (next ? completeRevision(task, preview) : completePreview(task.id, preview));
  if (!isStored) {
    // A second run of the same job writes the same files: they stay when the other run completed the task.
    const inUse = await filesInUse(task.id);
    const unused = preview.files.filter(({ storageKey }) => !inUse.includes(storageKey));
    for (const file of unused) await audioStorage().remove(file.storageKey);
  }
  if (isStored && task.flow === "seed") await publishOfficialTracks();
}
