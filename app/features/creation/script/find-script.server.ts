import { and, desc, eq, or } from "drizzle-orm";
import type { z } from "zod";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { TextKind } from "#app/engines/script/text-kind.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { scriptReply } from "../creation-replies.schema.ts";
import { scripts } from "../tasks/server/creation-kinds.server.ts";

/**
 * Of the viewer's newest script with this text or input, for a revision; `isTitleDerived`: made from the text. Empty if none.
 */
export async function findScriptHeading(options: {
  viewer: { id: string };
  inputText: string;
  originalScript: string;
}): Promise<{ title: string; isTitleDerived: boolean; labels: string[]; textKind: TextKind | null }> {
  const { viewer, inputText, originalScript } = options;
  const scripts = await primary
    .select({
      title: audioTasks.title,
      isTitleDerived: audioTasks.isTitleDerived,
      labels: audioTasks.labels,
      textKind: audioTasks.textKind,
      script: audioTasks.script,
    })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.state, "completed"),
        or(eq(audioTasks.script, originalScript), eq(audioTasks.inputText, inputText)),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(20);
  const found = scripts.find(({ script }) => script === originalScript) ?? scripts[0];
  return {
    title: found?.title ?? "",
    isTitleDerived: found?.isTitleDerived ?? false,
    labels: found?.labels ?? [],
    textKind: found?.textKind ?? null,
  };
}

/**
 * The stored check of this very script of the viewer, else null. Never a client's: listeners would see verdicts that nobody
 * reached.
 */
export async function findFactCheck(options: {
  viewer: { id: string };
  script: string;
}): Promise<FactCheck | null> {
  const [written] = await primary
    .select({ factCheck: audioTasks.factCheck })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, options.viewer.id),
        eq(audioTasks.kind, "script"),
        eq(audioTasks.script, options.script),
      ),
    )
    .orderBy(desc(audioTasks.createdAt))
    .limit(1);
  return fromStoredFactCheck(written?.factCheck ?? null);
}

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
