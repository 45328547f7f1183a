import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { scriptReply } from "../creation-replies.schema.ts";
import { scripts } from "../tasks/server/creation-kinds.server.ts";

/** How long an API call waits; the task goes on. */
const scriptTimeoutMs = 120_000;

type ScriptReply = z.infer<typeof scriptReply>;

/** Throws `NotFound`, and `Conflict` with a message if it failed, was cancelled or still runs after 120 s. */
export async function waitForScript(options: { taskId: string; signal: AbortSignal }): Promise<ScriptReply> {
  const { taskId } = options;
  await waitForTask(scripts, { ...options, timeoutMs: scriptTimeoutMs });
  const [task] = await primary.select().from(audioTasks).where(eq(audioTasks.id, taskId));
  if (!task) throw new NotFound("台本が見つかりません");
  if (task.state !== "completed" || task.script === null) {
    throw new Conflict(
      task.error ?? "処理が完了している可能性があります。ページを更新して確認してください。",
    );
  }
  return {
    script: task.script,
    title: task.title,
    factCheck: fromStoredFactCheck(task.factCheck),
    inputText: task.inputText,
    labels: task.labels ?? [],
    textKind: task.textKind,
  };
}
