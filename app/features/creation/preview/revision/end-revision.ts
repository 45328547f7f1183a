import type { TaskEnd } from "#app/features/tasks/task-kind.server.ts";
import { type AudioTask, taskLifetimes } from "../../tasks/audio-task.ts";
import { noRevision } from "./revision.ts";

/**
 * What the end of a change of a finished preview makes of its task when there is no result: the preview is as it was before. A
 * change that failed, or that no worker has begun, does not count.
 */
export function endRevision(task: AudioTask, end: TaskEnd): Partial<AudioTask> {
  const { next, ...revision } = task.revision ?? noRevision;
  const isGivenBack = !next?.isUndo && (end.as === "failed" || task.startedAt === null);
  return {
    state: "completed",
    stage: "completed",
    progress: 100,
    revision: { ...revision, spoken: revision.spoken - (isGivenBack ? 1 : 0) },
    expiresAt: new Date(Date.now() + taskLifetimes.previewMs),
  };
}
