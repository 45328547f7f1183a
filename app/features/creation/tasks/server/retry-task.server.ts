import { and, asc, eq, inArray, ne, not, sql } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, DomainError, NotFound } from "#app/features/domain-error.ts";
import { folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { cancelFolderRemoval } from "#app/features/storage/server/remove-files.server.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { changeTask, lockTask, newLife } from "#app/features/tasks/task-life.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../../audio-task.ts";
import { taskLifetimes } from "../../audio-task.ts";
import { kindOf, previews } from "./creation-kinds.server.ts";

/** Literals, for the partial index `audio_tasks_failed_index`. */
export const failedTask = and(sql`${audioTasks.state} = 'failed'`, sql`not ${audioTasks.isDiscarded}`);

/**
 * Restarts a member's failed task, free: the failure refunded it. Throws `NotFound`, `Conflict` (not failed, given up, another
 * started, or the member is locked out).
 */
export async function retryTask(options: { actor: Actor; taskId: string; now?: Date }): Promise<void> {
  const { actor, taskId, now = new Date() } = options;
  const [found] = await primary
    .select({ userId: audioTasks.userId })
    .from(audioTasks)
    .where(eq(audioTasks.id, taskId));
  if (!found) throw new NotFound("タスクが見つかりません");
  await write(async (tx) => {
    const account = await lockMember(tx, found.userId);
    const task = await lockTask(tx, previews, taskId);
    if (!task) throw new NotFound("タスクが見つかりません");
    if (task.state !== "failed") throw new Conflict("この生成は、もう失敗の状態ではありません。");
    if (task.isDiscarded) throw new Conflict("会員が取りやめた生成です。");
    if (account.state !== "approved") throw new Conflict("この会員は、いま利用を止められています。");
    if (await hasSuccessor(tx, task)) throw new Conflict("会員が同じ台本から作り直しています。");
    const kind = kindOf(task);
    await changeTask(tx, kind, task, {
      ...newLife(),
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + taskLifetimes.scriptMs),
    });
    // A storage that failed still owes the removal of the first life's files, which would take those of this one.
    await cancelFolderRemoval(tx, folderOfTask(taskId));
    await enqueueTask(tx, kind, task);
    await recordAudit(tx, {
      actor,
      action: "task.retry",
      target: { type: "task", id: taskId },
      before: { state: "failed", kind: task.kind, cause: task.failureCause },
      after: { state: "queued" },
      now,
    });
  });
}

async function hasSuccessor(tx: Db, task: AudioTask): Promise<boolean> {
  if (task.kind !== "preview" || task.scriptTaskId === null) return false;
  const others = await tx
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, task.userId),
        eq(audioTasks.kind, "preview"),
        eq(audioTasks.scriptTaskId, task.scriptTaskId),
        ne(audioTasks.id, task.id),
        not(inArray(audioTasks.state, ["failed", "cancelled"])),
      ),
    )
    .limit(1);
  return others.length > 0;
}

const maxRetried = 200;

/** Oldest first, up to 200. Returns how many were restarted and how many are left. */
export async function retryFailedTasks(options: {
  actor: Actor;
}): Promise<{ retried: number; left: number }> {
  const failed = await primary
    .select({ id: audioTasks.id })
    .from(audioTasks)
    .where(failedTask)
    .orderBy(asc(audioTasks.updatedAt))
    .limit(maxRetried);
  let retried = 0;
  for (const { id } of failed) {
    try {
      await retryTask({ ...options, taskId: id });
      retried++;
    } catch (error) {
      // One failure does not hold up the others.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return { retried, left: failed.length - retried };
}
