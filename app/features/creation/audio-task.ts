import type { ToastMessage } from "#app/ui/toast/toast-message.ts";
import type { audioTasks, StoredRevision } from "#db/schema/index.ts";

export type AudioTask = typeof audioTasks.$inferSelect;
type TaskState = AudioTask["state"];

/** All states of a task. */
export const taskStates = [
  "queued",
  "processing",
  "script_generation",
  "audio_generation",
  "completed",
  "failed",
  "cancelled",
] as const satisfies TaskState[];

/** What people read of a failure of speech that has no message of its own. */
export const audioFailureMessage = "音声の生成に失敗しました。しばらくしてから再度お試しください。";

/** A task on which a worker has been for longer than this may be killed by its owner. */
export const stuckAfterMs = 300_000;

/** Tasks of one member that may be open at a time, on both creation pages and in the API together. */
export const maxOpenTasks = 3;

/** Unpublished scripts are deleted after 24 hours, previews after one. */
export const taskLifetimes = { scriptMs: 24 * 60 * 60 * 1000, previewMs: 60 * 60 * 1000 };

/** The revision of a preview that was never changed. */
export const noRevision: StoredRevision = { version: 0, spoken: 0, earlier: [] };

/** The toast for a finished preview; `usage` is null where the count is not known. Shown on every page, as the next. */
export function previewReadyMessage(
  usage: { currentCount: number; dailyLimit: number; remaining: number } | null,
): ToastMessage {
  return {
    title: "音声プレビューを生成しました",
    description: usage
      ? `1回分を使用しました。本日の投稿数 ${usage.currentCount}/${usage.dailyLimit}（残り${usage.remaining}回）`
      : "確認して投稿できます。",
    tone: "success",
  };
}

/**
 * The toast for a failed preview; `message` is the error that the server recorded. Not in `creation-messages.ts`,
 * because it is shown on every page.
 */
export function previewFailureMessage(message: string): ToastMessage {
  return { title: "音声生成エラー", description: message, tone: "error", isBesidePage: true };
}
