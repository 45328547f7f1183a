import { and, desc, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../../audio-task.ts";
import type { PreviewReply } from "../../creation-page.ts";
import type { taskReply } from "../../creation-replies.schema.ts";
import { presentNarration } from "../../narration/narration.server.ts";

const selectTask = prepared((on, value: ValuesOf<{ taskId: string }>) =>
  on
    .select()
    .from(audioTasks)
    .where(eq(audioTasks.id, value("taskId"))),
);

/** Throws `NotFound`, for others' tasks too. */
export async function findTask(options: { viewer: { id: string }; taskId: string }): Promise<AudioTask> {
  const [task] = await selectTask(primary, { taskId: options.taskId });
  if (!task || task.userId !== options.viewer.id) throw new NotFound("タスクが見つかりません");
  return task;
}

/** The viewer's previews without those of series, newest first, at most 20. */
export function listTasks(options: { viewer: { id: string } }): Promise<AudioTask[]> {
  return primary
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, options.viewer.id),
        eq(audioTasks.kind, "preview"),
        ne(audioTasks.flow, "series"),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(20);
}

type TaskReply = z.infer<typeof taskReply>;

/** A task as the API shows it. */
export function toTaskReply(task: AudioTask): TaskReply {
  const preview = toPreviewReply(task);
  return {
    id: task.id,
    status: task.state,
    userSessionId: `${task.flow}_${task.id}`,
    userScriptData: {
      inputText: task.inputText,
      title: task.title,
      script: task.script,
      factCheck: fromStoredFactCheck(task.factCheck),
      labels: task.labels ?? [],
      textKind: task.textKind,
      speakingRate: task.speakingRate,
      presentation: presentNarration(task.narration),
    },
    currentStage: task.stage,
    progress: task.progress,
    title: task.title,
    generatedTitle: task.title,
    audioDuration: preview?.duration ?? null,
    trackId: task.trackId,
    revision: task.revision?.version ?? 0,
    error: task.error,
    errorMessage: preview ? JSON.stringify(preview) : task.error,
    createdAt: task.createdAt.toISOString(),
    startedAt: task.startedAt?.toISOString() ?? null,
  };
}

export function toPreviewReply(
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
