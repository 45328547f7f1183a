import { and, asc, count, desc, eq, getTableColumns, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, primary } from "#db/client.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import type { generationTaskReply } from "../generation-task.schema.ts";
import { type GenerationTask, type GenerationTaskState, stepOf, tasksPerPage } from "../generation-task.ts";
import { generations } from "./generation-kind.server.ts";

/** `theme`: null for a text, and when it is gone. */
type GenerationTaskItem = Awaited<ReturnType<typeof selectTasks>>[number];

const selectTasks = () =>
  primary
    .select({
      ...getTableColumns(generationTasks),
      theme: { id: themes.id, title: themes.title, status: themes.status },
    })
    .from(generationTasks)
    .leftJoin(themes, eq(themes.id, generationTasks.themeId))
    .$dynamic();

/** `page`: from 1. The newest first. */
export async function listThemeTasks(page: number): Promise<GenerationTaskItem[]> {
  return selectTasks()
    .where(eq(generationTasks.kind, "theme"))
    .orderBy(desc(generationTasks.createdAt), desc(generationTasks.id))
    .limit(tasksPerPage)
    .offset((page - 1) * tasksPerPage);
}

export async function listActiveThemeTasks(): Promise<GenerationTaskItem[]> {
  return selectTasks()
    .where(and(generations.open, eq(generationTasks.kind, "theme")))
    .orderBy(asc(generationTasks.createdAt), asc(generationTasks.id));
}

export async function listTextTasks(limit: number): Promise<GenerationTaskItem[]> {
  return selectTasks()
    .where(eq(generationTasks.kind, "text"))
    .orderBy(desc(generationTasks.createdAt), desc(generationTasks.id))
    .limit(limit);
}

/** The newest first. Nobody has looked at them yet. */
export async function listFailedTextTasks(limit: number): Promise<GenerationTaskItem[]> {
  return selectTasks()
    .where(and(eq(generationTasks.kind, "text"), eq(generationTasks.state, "failed")))
    .orderBy(desc(generationTasks.createdAt), desc(generationTasks.id))
    .limit(limit);
}

export async function findGenerationTask(taskId: string): Promise<GenerationTaskItem | null> {
  const [task] = await selectTasks().where(eq(generationTasks.id, taskId));
  return task ?? null;
}

/** By state; `invalid`: a clean-up would remove them. */
export async function countThemeTasks(): Promise<
  Record<GenerationTaskState, number> & { total: number; invalid: number }
> {
  const rows = await db
    .select({ state: generationTasks.state, tasks: count() })
    .from(generationTasks)
    .where(eq(generationTasks.kind, "theme"))
    .groupBy(generationTasks.state);
  const counts = { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { state, tasks } of rows) counts[state] = tasks;
  const total = rows.reduce((sum, { tasks }) => sum + tasks, 0);
  return { ...counts, total, invalid: await db.$count(generationTasks, invalidTasks(new Date())) };
}

export function toGenerationTaskReply(task: GenerationTaskItem): z.input<typeof generationTaskReply> {
  return {
    id: task.id,
    themeId: task.themeId,
    theme: task.theme,
    status: task.state,
    currentStage: stepOf(task.stage),
    progress: task.progress,
    speakingRate: task.speakingRate,
    createdAt: task.createdAt.toISOString(),
    errorMessage: task.error,
    trackId: task.trackId,
    groundingInfo: task.grounding,
    stageData: stageDataOf(task),
  };
}

function stageDataOf(task: GenerationTask) {
  if (task.script === null) return {};
  const { grounding, factCheck } = task;
  const factCheckResult = factCheck && { ...factCheck, claims: factCheck.claims ?? [] };
  return { script_generation: { groundingInfo: grounding, factCheckResult } };
}

const ofTheme = eq(generationTasks.kind, "theme");

/** Only those that had ended at `seenAt`, when the list was read: nobody has seen later ones. */
export function failedTasks(seenAt: Date, kind: "theme" | "text" = "theme"): SQL | undefined {
  return and(
    eq(generationTasks.kind, kind),
    eq(generationTasks.state, "failed"),
    lte(generationTasks.endedAt, seenAt),
  );
}

/** Ended tasks of themes that led to nothing, or whose theme is gone or rejected. */
export function invalidTasks(seenAt: Date): SQL | undefined {
  const isThemeRejected = sql`exists (select 1 from ${themes} where ${themes.id} = ${generationTasks.themeId} and ${themes.status} = 'rejected')`;
  return and(
    ofTheme,
    lte(generationTasks.endedAt, seenAt),
    or(eq(generationTasks.state, "failed"), isNull(generationTasks.themeId), isThemeRejected),
  );
}
