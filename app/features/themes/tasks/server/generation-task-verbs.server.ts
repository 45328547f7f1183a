import type { SQL } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { doubleClicksSince } from "#app/features/repeated-post.ts";
import { endLockedTask, lockTask } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { write } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { stateNames } from "../generation-task.ts";
import { generations } from "./generation-kind.server.ts";
import { failedTasks, invalidTasks } from "./list-generation-tasks.server.ts";

/**
 * Stops its job. `dropsRepeat`, for forms that may be posted twice: nothing happens to one that was just cancelled. Throws
 * `NotFound`, and `Conflict` for a task that has ended.
 */
export async function cancelGenerationTask(options: {
  actor: Actor;
  taskId: string;
  dropsRepeat?: boolean;
}): Promise<void> {
  const { actor, taskId, dropsRepeat = false } = options;
  await write(async (tx) => {
    const task = await lockTask(tx, generations, taskId);
    if (!task) throw new NotFound("タスクが見つかりません");
    if (!isOpen(task)) {
      const isRepeat =
        task.state === "cancelled" && task.endedAt && task.endedAt >= doubleClicksSince(new Date());
      if (dropsRepeat && isRepeat) return;
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

/** In an entry of the audit log; above this, only their number. */
const maxIds = 100;

interface ClearOptions {
  actor: Actor;
  /** When the admin saw the list: what ended later stays. */
  seenAt?: Date;
}

/** Of themes, unless `kind` is `text`. Returns their number. Tracks and members' tasks stay. */
export const clearFailedTasks = (options: ClearOptions & { kind?: "theme" | "text" }): Promise<number> =>
  clear({ ...options, action: "task.clear-failed", tasks: (seenAt) => failedTasks(seenAt, options.kind) });

/** Deletes tasks of themes that failed, or whose theme is gone or rejected. Returns their number. */
export const clearInvalidTasks = (options: ClearOptions): Promise<number> =>
  clear({ ...options, action: "task.clear-invalid", tasks: invalidTasks });

function clear(
  options: ClearOptions & {
    action: "task.clear-failed" | "task.clear-invalid";
    tasks: (seenAt: Date) => SQL | undefined;
  },
): Promise<number> {
  const { actor, action, tasks, seenAt = new Date() } = options;
  return write(async (tx) => {
    const deleted = await tx
      .delete(generationTasks)
      .where(tasks(seenAt))
      .returning({ id: generationTasks.id });
    if (deleted.length > 0) {
      await recordAudit(tx, {
        actor,
        action,
        target: null,
        before: { count: deleted.length, taskIds: deleted.slice(0, maxIds).map(({ id }) => id) },
      });
    }
    return deleted.length;
  });
}
