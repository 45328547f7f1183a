import { and, eq } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { publishTaskChange } from "#db/pubsub.ts";
import { audioTasks } from "#db/schema/index.ts";
import { refundDailyUsage } from "../../limits/daily-usage.server.ts";
import { stuckAfterMs } from "../audio-task.ts";
import { findTask, openTask } from "./find-task.server.ts";

/**
 * Ends an open task without a result and refunds its daily usage, once. A running job of it stops. Returns false when
 * the task had already ended.
 */
export async function endTask(options: {
  taskId: string;
  as: "failed" | "cancelled";
  /** Japanese, for the member. */
  error?: string | undefined;
}): Promise<boolean> {
  const ended = await write(async (tx) => {
    const [open] = await tx
      .select({ userId: audioTasks.userId, usageDay: audioTasks.usageDay })
      .from(audioTasks)
      .where(and(eq(audioTasks.id, options.taskId), openTask));
    if (!open) return false;
    const [task] = await tx
      .update(audioTasks)
      .set({ state: options.as, error: options.error ?? null, usageDay: null, updatedAt: new Date() })
      .where(and(eq(audioTasks.id, options.taskId), openTask))
      .returning({ id: audioTasks.id });
    if (!task) return false;
    if (open.usageDay) await refundDailyUsage(tx, { userId: open.userId, day: open.usageDay });
    return true;
  });
  if (ended) await publishTaskChange(options.taskId);
  return ended;
}

/** Cancels a task of the viewer; an ended one stays as it is. Throws `NotFound`. */
export async function cancelTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  await endTask({ taskId: task.id, as: "cancelled" });
}

/** Ends a task of the viewer that is older than 300 s as failed. Throws `NotFound`, and `Conflict` for a younger one. */
export async function killStuckTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  if (Date.now() - task.createdAt.getTime() < stuckAfterMs) throw new Conflict("このタスクはまだ処理中です");
  await endTask({
    taskId: task.id,
    as: "failed",
    error: "処理に時間がかかりすぎたため中止しました。もう一度お試しください。",
  });
}
