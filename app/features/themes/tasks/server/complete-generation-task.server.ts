import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { completeTask, lockOpenTask } from "#app/features/tasks/task-life.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { write } from "#db/client.ts";
import type { StoredFactCheck, StoredPreview } from "#db/schema/index.ts";
import type { GenerationTask } from "../generation-task.ts";
import { generations, reach } from "./generation-kind.server.ts";

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
