import { and, eq } from "drizzle-orm";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { changeTask, completeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { primary, write } from "#db/client.ts";
import { type StoredFactCheck, type StoredMaking, type StoredPreview, themes } from "#db/schema/index.ts";
import type { GenerationStage, GenerationTask } from "../generation-task.ts";
import { generations, reach } from "./generation-kind.server.ts";

/** Also stores the previous stage's result, from which a repeated run goes on. Does nothing to an ended task. */
export function recordStage(
  taskId: string,
  stage: GenerationStage,
  result: Pick<Partial<GenerationTask>, "factCheck" | "grounding" | "making"> = {},
): Promise<void> {
  return changeOpen(taskId, (task) => ({ ...result, ...reach(task, stage, new Date()) }));
}

/** A repeated run goes on from it. Does nothing to an ended task. */
export function storeScript(
  taskId: string,
  written: { script: string; title: string; labels: string[]; making: StoredMaking },
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

/** Null unless the theme is approved. */
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

/** Publishes a track of the official account in the transaction that completes the task. False if it has ended meanwhile. */
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
      making: makingOf(task, audio),
      spokenWith: { speakingRate: task.speakingRate, voices: null, manner: audio.manner },
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

/** Null where the check did not succeed. */
function checkedBy({ factCheck }: GenerationTask): StoredFactCheck | null {
  if (!factCheck) return null;
  const { status, ...rest } = factCheck;
  return status === "error" ? null : { ...rest, status };
}

/** Nobody edits the script of a task. */
function makingOf({ making }: GenerationTask, { spokenBy }: StoredPreview): StoredMaking {
  return {
    ...making,
    ...(making?.script && { script: { ...making.script, isEdited: false } }),
    ...(spokenBy && { speech: spokenBy }),
  };
}
