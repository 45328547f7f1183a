import type { z } from "zod";
import type { AudioTask } from "./audio-task.ts";
import type { previewReply, taskReply } from "./tasks.schema.ts";

/** A task as the calls of spec 3 §3 show it. */
export type TaskReply = z.infer<typeof taskReply>;

export type PreviewReply = z.infer<typeof previewReply>;

/** The name under which clients know a task's session: v2's begin with `v2_`. */
function userSessionId(task: Pick<AudioTask, "id" | "flow">): string {
  return `${task.flow}_${task.id}`;
}

export function presentTask(task: AudioTask): TaskReply {
  const preview = presentPreview(task);
  return {
    id: task.id,
    status: task.state,
    userSessionId: userSessionId(task),
    userScriptData: {
      inputText: task.inputText,
      title: task.title,
      script: task.script,
      factCheck: task.factCheck,
      labels: task.labels ?? [],
      speakingRate: task.speakingRate,
    },
    currentStage: task.stage,
    progress: task.progress,
    title: task.title,
    generatedTitle: task.title,
    audioDuration: preview?.duration ?? null,
    trackId: task.trackId,
    error: task.error,
    errorMessage: preview ? JSON.stringify(preview) : task.error,
    createdAt: task.createdAt.toISOString(),
  };
}

/** The finished preview of a task, or null while there is none (any more). */
export function presentPreview(
  task: Pick<AudioTask, "state" | "preview" | "previewFilename" | "script" | "title">,
): PreviewReply | null {
  if (task.state !== "completed" || !task.preview || !task.previewFilename) return null;
  return {
    previewUrl: `/api/stream/${task.previewFilename}`,
    previewFilename: task.previewFilename,
    duration: task.preview.durationMs / 1000,
    script: task.script ?? "",
    title: task.title,
  };
}
