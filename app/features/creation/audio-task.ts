import { dayMs, hourMs } from "#app/lib/time-units.ts";
import type { ToastMessage } from "#app/ui/toast/toast-message.ts";
import type { audioTasks, StoredRevision } from "#db/schema/index.ts";

export type AudioTask = typeof audioTasks.$inferSelect;
type TaskState = AudioTask["state"];

export const taskStates = [
  "queued",
  "processing",
  "script_generation",
  "audio_generation",
  "completed",
  "failed",
  "cancelled",
] as const satisfies TaskState[];

/** Shown if a failure of speech has no message of its own. */
export const audioFailureMessage = "音声の生成に失敗しました。しばらくしてから再度お試しください。";

/** As `audioFailureMessage`, of a script that was to be rewritten. */
export const revisionFailureMessage = "台本の修正に失敗しました。";

/** After this time its owner may kill a task that a worker is on. */
export const stuckAfterMs = 300_000;

/** Per member, on both creation pages and in the API together. */
export const maxOpenTasks = 3;

/** A planned preview waits for its hour, and for the end of a pause. */
export const taskLifetimes = {
  scriptMs: dayMs,
  previewMs: hourMs,
  episodeMs: 30 * dayMs,
};

export const noRevision: StoredRevision = { version: 0, spoken: 0, earlier: [] };

/** The toast for a finished preview, on any page; `usage` is null if the count is not known. */
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

/** The toast for a failed preview, with the server's `message`. Not in `creation-messages.ts`: every page shows it. */
export function previewFailureMessage(message: string): ToastMessage {
  return { title: "音声生成エラー", description: message, tone: "error", isBesidePage: true };
}
