import { and, eq } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { refundDailyUsage } from "../../limits/daily-usage.server.ts";
import { endRevision } from "../../preview/revision/end-revision.server.ts";
import { stuckAfterMs } from "../audio-task.ts";
import { countFailure } from "./count-generation.server.ts";
import { findTask, openTask } from "./find-task.server.ts";
import { lockTask } from "./locks.server.ts";

const maxCauseLength = 1000;

/**
 * Ends an open task without a result; a running job of it stops. A failed task gives its daily usage back, a cancelled one
 * only while no worker has begun it: otherwise starting and cancelling would be free without end. The change of a finished
 * preview (`endRevision`) leaves it as it was. Returns false when the
 * task had already ended.
 */
export async function endTask(options: {
  taskId: string;
  as: "failed" | "cancelled";
  /** Japanese, for the member. */
  error?: string | undefined;
  /** What went wrong, for the operator. */
  cause?: string | undefined;
}): Promise<boolean> {
  const { taskId, as, error, cause } = options;
  const ended = await write(async (tx) => {
    // Locked: a worker may be about to begin it.
    const open = await lockTask(tx, and(eq(audioTasks.id, taskId), openTask));
    if (!open) return null;
    if (open.revision?.next) {
      await endRevision(tx, open, { as, error, cause });
      return open;
    }
    const refunds = open.usageDay !== null && (as === "failed" || open.startedAt === null);
    await tx
      .update(audioTasks)
      .set({
        state: as,
        error: error ?? null,
        failureCause: cause?.slice(0, maxCauseLength) ?? null,
        ...(refunds ? { usageDay: null } : {}),
        updatedAt: new Date(),
      })
      .where(eq(audioTasks.id, taskId))
      .returning({ id: audioTasks.id });
    if (refunds && open.usageDay) await refundDailyUsage(tx, { userId: open.userId, day: open.usageDay });
    if (as === "failed") await countFailure(tx, open);
    return open;
  });
  if (ended) await publishTaskChange(ended);
  return ended !== null;
}

/** Cancels a task of the viewer; an ended one stays as it is. Throws `NotFound`. */
export async function cancelTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  await endTask({ taskId: task.id, as: "cancelled" });
}

/**
 * Ends a task of the viewer on which a worker has been for more than 300 s as failed. Throws `NotFound`, and `Conflict` for
 * one that has been worked on for less or that still waits for its turn.
 */
export async function killStuckTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  const isStuck = task.startedAt !== null && Date.now() - task.startedAt.getTime() >= stuckAfterMs;
  if (!isStuck) throw new Conflict("このタスクはまだ処理中です");
  await endTask({
    taskId: task.id,
    as: "failed",
    cause: "ended by its member, after a worker was on it for too long",
    error: "処理に時間がかかりすぎたため中止しました。もう一度お試しください。",
  });
}
