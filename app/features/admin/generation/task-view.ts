import { isOpen } from "#app/features/tasks/task-state.ts";
import { type GenerationTask, stageMessages, stepOf } from "#app/features/themes/tasks/generation-task.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { tokyoOffsetMs } from "#app/lib/time-units.ts";

const maxNameLength = 40;

/** 「19:05:07」 in Asia/Tokyo, the same on the server and in browsers. */
const clockTime = (at: number) => new Date(at + tokyoOffsetMs).toISOString().slice(11, 19);

export type TaskView = ReturnType<typeof toTaskView>;

export function toTaskView(task: GenerationTask & { theme: { title: string; status: string } | null }) {
  const { theme } = task;
  const ofText = task.inputText === null ? null : beginningOf(task.inputText);
  const isThemeless = task.kind === "theme" && theme === null;
  return {
    id: task.id,
    name: theme?.title ?? ofText ?? task.title ?? "削除されたテーマ",
    /** Why the theme can lead to nothing any more; mostly null. */
    themeNote: isThemeless
      ? "テーマがありません"
      : theme?.status === "rejected"
        ? "不採用のテーマです"
        : null,
    state: task.state,
    step: stepOf(task.stage),
    progress: task.progress,
    speakingRate: task.speakingRate,
    created: formatDateTime(task.createdAt),
    error: task.error,
    trackId: task.trackId,
    factCheck: task.factCheck,
    grounding: task.grounding,
    stages: isOpen(task)
      ? task.stageLog.map(({ stage, at }) => ({ stage, time: clockTime(at), message: stageMessages[stage] }))
      : [],
  };
}

function beginningOf(text: string): string {
  const line = [...text.replace(/\s+/gu, " ")];
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength).join("")}…` : line.join("");
}
