import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { endLockedTask, lockTask } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { write } from "#db/client.ts";
import { stateNames } from "../generation-task.ts";
import { generations } from "./generation-kind.server.ts";

/** Aborts an active task; its job stops. Throws `NotFound`, and `Conflict` for one that has ended. */
export async function cancelGenerationTask(options: { actor: Actor; taskId: string }): Promise<void> {
  const { actor, taskId } = options;
  await write(async (tx) => {
    const task = await lockTask(tx, generations, taskId);
    if (!task) throw new NotFound("タスクが見つかりません");
    if (!isOpen(task)) {
      throw new Conflict(`このタスクはすでに終わっています（${stateNames[task.state]}）。`);
    }
    await endLockedTask(tx, generations, task, { as: "cancelled" });
    await recordAudit(tx, {
      actor,
      action: "task.cancel",
      target: { type: "task", id: taskId },
      before: { state: task.state, stage: task.stage },
      after: { state: "cancelled" },
    });
  });
}
