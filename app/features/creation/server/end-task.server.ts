import { and, eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { notifyTask } from "#db/notify.ts";
import { audioTasks } from "#db/schema/index.ts";
import { returnDailyUse } from "./daily-use.server.ts";
import { openTask } from "./open-task.server.ts";

/**
 * Ends an open task without a result and gives its daily use back, once. Returns false when the task had ended
 * already. A running job notices and stops.
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
    if (open.usageDay) await returnDailyUse(tx, { userId: open.userId, day: open.usageDay });
    return true;
  });
  if (ended) await notifyTask(options.taskId);
  return ended;
}
