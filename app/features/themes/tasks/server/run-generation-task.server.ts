import { and, eq } from "drizzle-orm";
import { changeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { primary, write } from "#db/client.ts";
import { themes } from "#db/schema/index.ts";
import type { GenerationStage, GenerationTask } from "../generation-task.ts";
import { generations, reach } from "./generation-kind.server.ts";

/**
 * Records that an active task has reached a stage, with what the one before has brought, from which a repeated run goes on.
 * An ended one stays as it is.
 */
export function recordStage(
  taskId: string,
  stage: GenerationStage,
  result: Pick<Partial<GenerationTask>, "factCheck" | "grounding"> = {},
): Promise<void> {
  return changeOpen(taskId, (task) => ({ ...result, ...reach(task, stage, new Date()) }));
}

/** Stores the finished script of an active task, from which a repeated run goes on. */
export function storeScript(
  taskId: string,
  written: { script: string; title: string; labels: string[] },
): Promise<void> {
  return changeOpen(taskId, () => written);
}

function changeOpen(
  taskId: string,
  changesOf: (task: GenerationTask) => Partial<GenerationTask>,
): Promise<void> {
  return write(async (tx) => {
    const task = await lockOpenTask(tx, generations, taskId);
    if (task) await changeTask(tx, generations, task, changesOf(task));
  });
}

/** The theme of a task, as long as it is approved; null otherwise. */
export async function findApprovedTheme(
  themeId: number | null,
): Promise<{ title: string; perspective: string; content: string } | null> {
  if (themeId === null) return null;
  const [theme] = await primary
    .select({ title: themes.title, perspective: themes.perspective, content: themes.content })
    .from(themes)
    .where(and(eq(themes.id, themeId), eq(themes.status, "approved")));
  return theme ?? null;
}
