import { speakingMannerOf } from "#app/engines/speech/speaking-manner.ts";
import type { AudioTask } from "#app/features/creation/audio-task.ts";
import { completeRevision } from "#app/features/creation/preview/revision/complete-revision.server.ts";
import { publishOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { completePreview, filesInUse } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { advanceSeries } from "#app/features/series/server/advance-series.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { TaskRun } from "#app/features/tasks/run-task.server.ts";
import { speakScript } from "./speak-script.ts";

/** Speaks a script: stores the preview's files, or its next version's. Throws `PermanentFailure` for an empty script. */
export async function producePreview(task: AudioTask, run: TaskRun<AudioTask>): Promise<void> {
  const next = task.revision?.next;
  const preview = await speakScript({
    taskId: task.id,
    script: next?.script ?? task.script ?? "",
    version: next && task.revision?.version,
    speakingRate: task.speakingRate,
    voices: task.narration?.voices,
    // As the preview's other lines, whatever the labels are now.
    manner: task.preview ? task.preview.manner : speakingMannerOf(task),
    caller: { userId: task.userId, taskId: task.id },
    signal: run.signal,
    onProgress: run.report,
  });
  const isStored = await (next ? completeRevision(task, preview) : completePreview(task.id, preview));
  if (!isStored) {
    // A second run writes the same files: they stay if the other one completed the task.
    const inUse = await filesInUse(task.id);
    const unused = preview.files.filter(({ storageKey }) => !inUse.includes(storageKey));
    for (const file of unused) await audioStorage().remove(file.storageKey);
  }
  if (isStored && task.flow === "seed") await publishOfficialTracks();
  if (isStored && task.flow === "series") await advanceSeries({ userId: task.userId });
}
