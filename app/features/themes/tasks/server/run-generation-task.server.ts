import { and, eq } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { primary, write } from "#db/client.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import { type GenerationStage, type GenerationTask, isActive, stageProgress } from "../generation-task.ts";
import { failGenerationTask } from "./end-generation-task.server.ts";
import { activeGenerationTask, lockGenerationTask } from "./locks.server.ts";

/** A task whose process died this often fails, so that a text that crashes the worker is not tried for ever. */
const maxAttempts = 5;

/**
 * Marks an active task as processing and counts the attempt. Returns null when it has ended or is gone, and when its attempts
 * are used up: then it ends as failed.
 */
export async function claimGenerationTask(taskId: string): Promise<GenerationTask | null> {
  const task = await update(taskId, "task_initialization", (current, now) => ({
    state: "processing",
    attempts: current.attempts + 1,
    startedAt: now,
    progress: stageProgress.task_initialization,
  }));
  if (!task) return null;
  if (task.attempts > maxAttempts) {
    await failGenerationTask({
      taskId,
      error: "処理の途中で何度も止まったため、中断しました。",
    });
    return null;
  }
  return task;
}

/**
 * Records that an active task has reached a stage, with what the one before has brought, from which a repeated run goes on.
 * An ended one stays as it is.
 */
export async function recordStage(
  taskId: string,
  stage: GenerationStage,
  result: Pick<Partial<GenerationTask>, "factCheck" | "grounding"> = {},
): Promise<void> {
  await update(taskId, stage, () => ({ ...result, progress: stageProgress[stage] }));
}

/** Stores the finished script of an active task, from which a repeated run goes on. */
export async function storeScript(
  taskId: string,
  written: { script: string; title: string; labels: string[] },
): Promise<void> {
  await write((tx) =>
    tx
      .update(generationTasks)
      .set({ ...written, updatedAt: new Date() })
      .where(and(eq(generationTasks.id, taskId), activeGenerationTask))
      .returning({ id: generationTasks.id }),
  );
}

/** Records the progress (0–99 %) of an active task within its stage. */
export async function recordGenerationProgress(taskId: string, percent: number): Promise<void> {
  const progress = Math.max(0, Math.min(99, Math.round(percent)));
  const updated = await write((tx) =>
    tx
      .update(generationTasks)
      .set({ progress, updatedAt: new Date() })
      .where(and(eq(generationTasks.id, taskId), activeGenerationTask))
      .returning({ id: generationTasks.id }),
  );
  if (updated.length > 0) await publishTaskChange({ id: taskId, userId: null });
}

async function update(
  taskId: string,
  stage: GenerationStage,
  change: (current: GenerationTask, now: Date) => Partial<GenerationTask> & { progress: number },
): Promise<GenerationTask | null> {
  const updated = await write(async (tx) => {
    const current = await lockGenerationTask(tx, taskId);
    if (!current || !isActive(current)) return null;
    const now = new Date();
    const changed = change(current, now);
    const reached = { stage, at: now.getTime(), progress: changed.progress };
    const [task] = await tx
      .update(generationTasks)
      .set({ ...changed, stage, stageLog: [...current.stageLog, reached], updatedAt: now })
      .where(eq(generationTasks.id, taskId))
      .returning();
    return task ?? null;
  });
  if (updated) await publishTaskChange({ id: taskId, userId: null });
  return updated;
}

/** Whether the task has not ended. */
export async function isGenerationActive(taskId: string): Promise<boolean> {
  const [task] = await primary
    .select({ state: generationTasks.state })
    .from(generationTasks)
    .where(eq(generationTasks.id, taskId));
  return task !== undefined && isActive(task);
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
