import { isOpen } from "#app/features/tasks/task-state.ts";
import {
  type GenerationStage,
  type GenerationTask,
  stageMessages,
  stageProgress,
} from "./generation-task.ts";

export interface ProgressMessage {
  taskId: string;
  stage: GenerationStage | "error";
  /** Percent. */
  progress: number;
  message: string;
  /** ISO 8601. */
  timestamp: string;
  details?: { trackId: number | null };
  rawData?: { groundingInfo?: GenerationTask["grounding"]; finalTrackData?: { id: number } };
}

/** The task has ended: nothing follows. */
export function isFinal(message: Pick<ProgressMessage, "stage" | "progress">): boolean {
  return message.stage === "task_complete" || message.stage === "error" || message.progress >= 100;
}

export function unknownTaskMessage(taskId: string): ProgressMessage {
  const timestamp = new Date().toISOString();
  return { taskId, stage: "error", progress: 0, message: "タスクが見つかりません", timestamp };
}

/** Each stage once and in order, the progress within, and the end. A late watcher gets the earlier stages too. */
export function createProgressFeed(): (task: GenerationTask) => ProgressMessage[] {
  let sentStages = 0;
  let sentProgress = -1;
  let hasEnded = false;
  return (task) => {
    if (hasEnded) return [];
    const messages = task.stageLog
      .slice(sentStages)
      .map(({ stage, at, progress }) => toMessage(task, { stage, at: new Date(at), progress }));
    sentStages = task.stageLog.length;
    const last = messages.at(-1);
    if (last) sentProgress = last.progress;
    if (isOpen(task) && task.progress > sentProgress) {
      messages.push(toMessage(task, { stage: task.stage, at: task.updatedAt, progress: task.progress }));
      sentProgress = task.progress;
    }
    hasEnded = !isOpen(task);
    if (task.state === "failed" || task.state === "cancelled") messages.push(toEndMessage(task));
    return messages;
  };
}

function toMessage(
  task: GenerationTask,
  reached: { stage: GenerationStage; at: Date; progress: number },
): ProgressMessage {
  const { stage, at, progress } = reached;
  const message: ProgressMessage = {
    taskId: task.id,
    stage,
    progress,
    message: stageMessages[stage],
    timestamp: at.toISOString(),
  };
  if (stage === "grounding_complete") message.rawData = { groundingInfo: task.grounding };
  if (progress === stageProgress.task_complete) {
    message.details = { trackId: task.trackId };
    message.rawData = {
      ...(task.grounding ? { groundingInfo: task.grounding } : {}),
      ...(task.trackId === null ? {} : { finalTrackData: { id: task.trackId } }),
    };
  }
  return message;
}

function toEndMessage(task: GenerationTask): ProgressMessage {
  return {
    taskId: task.id,
    stage: "error",
    progress: task.progress,
    message: task.state === "cancelled" ? "タスクは中止されました" : (task.error ?? "生成に失敗しました"),
    timestamp: (task.endedAt ?? task.updatedAt).toISOString(),
  };
}
