import type { z } from "zod";
import { Conflict, NotFound } from "../domain-error.ts";
import type { AudioTask } from "./audio-task.ts";
import type { scriptReply } from "./tasks.schema.ts";

export type ScriptReply = z.infer<typeof scriptReply>;

/**
 * The reply of the script calls (spec 3 §7). Throws `NotFound` when the task is gone and `Conflict` with the
 * member's message when it failed, was cancelled or still runs.
 */
export function presentScript(task: AudioTask | null): ScriptReply {
  if (!task) throw new NotFound("台本が見つかりません");
  if (task.state !== "completed" || task.script === null) {
    throw new Conflict(
      task.error ?? "処理が完了している可能性があります。ページを更新して確認してください。",
    );
  }
  return {
    script: task.script,
    title: task.title,
    factCheck: task.factCheck,
    inputText: task.inputText,
    labels: task.labels ?? [],
  };
}
