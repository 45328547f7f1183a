import { Conflict } from "#app/features/domain-error.ts";
import { stuckAfterMs } from "../audio-task.ts";
import { endTask } from "./end-task.server.ts";
import { findTask } from "./find-task.server.ts";

/** The member gives up an own task. One that has ended already stays as it ended. Throws `NotFound`. */
export async function cancelTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  await endTask({ taskId: task.id, as: "cancelled" });
}

/**
 * Ends an own task that has been running for over 300 s (spec 1 §4) as failed. Throws `NotFound`, and `Conflict`
 * while the task still has its time.
 */
export async function killStuckTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  if (Date.now() - task.createdAt.getTime() < stuckAfterMs) throw new Conflict("このタスクはまだ処理中です");
  await endTask({
    taskId: task.id,
    as: "failed",
    error: "処理に時間がかかりすぎたため中止しました。もう一度お試しください。",
  });
}
