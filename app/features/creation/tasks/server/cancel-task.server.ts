import { Conflict } from "#app/features/domain-error.ts";
import { endTask } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { stuckAfterMs } from "../../audio-task.ts";
import { kindOf } from "./creation-kinds.server.ts";
import { findTask } from "./find-task.server.ts";

/** Ended ones stay. Throws `NotFound`. */
export async function cancelTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  await endTask(kindOf(task), task.id, { as: "cancelled" });
}

/** Fails a task worked on for more than 300 s; ended ones stay. Throws `NotFound`, `Conflict` (less, or waiting). */
export async function killStuckTask(options: { viewer: { id: string }; taskId: string }): Promise<void> {
  const task = await findTask(options);
  // Whoever pressed in the moment it ended would read that it is still being worked on.
  if (!isOpen(task)) return;
  const isStuck = task.startedAt !== null && Date.now() - task.startedAt.getTime() >= stuckAfterMs;
  if (!isStuck) throw new Conflict("このタスクはまだ処理中です");
  await endTask(kindOf(task), task.id, {
    as: "failed",
    cause: "ended by its member, after a worker was on it for too long",
    error: "処理に時間がかかりすぎたため中止しました。もう一度お試しください。",
  });
}
