import { and, eq } from "drizzle-orm";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { changeTask, completeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { primary, write } from "#db/client.ts";
import { type StoredFactCheck, type StoredPreview, themes } from "#db/schema/index.ts";
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

/**
 * Makes the audio of a task, whose files are in the storage, a public track of the official account and completes the task,
 * both in one transaction. Returns false when the task has ended meanwhile. Throws for a task without a script.
 */
export function completeGenerationTask(taskId: string, audio: StoredPreview): Promise<boolean> {
  return write(async (tx) => {
    await addOfficialAccount(tx);
    await lockUserForShare(tx, officialAccount.id);
    const task = await lockOpenTask(tx, generations, taskId);
    if (!task) return false;
    const { script, title } = task;
    if (script === null || title === null) throw new Error(`task ${taskId} has no script`);
    const trackId = await insertTrack(tx, {
      author: officialAccount,
      taskId,
      title,
      script,
      labels: task.labels ?? [],
      filename: `${taskId}.mp3`,
      audio,
      factCheck: checkedBy(task),
    });
    await completeTask(tx, generations, task, { trackId, ...reach(task, "task_complete", new Date()) });
    await recordAudit(tx, {
      actor: systemActor,
      action: "task.publish",
      target: { type: "track", id: trackId },
      after: { taskId },
      isAutomated: true,
    });
    return true;
  });
}

/** The check that the track keeps; null where it did not succeed. */
function checkedBy({ factCheck }: GenerationTask): StoredFactCheck | null {
  if (!factCheck) return null;
  const { status, ...rest } = factCheck;
  return status === "error" ? null : { ...rest, status };
}
