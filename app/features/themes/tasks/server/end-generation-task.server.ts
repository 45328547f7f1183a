import { eq } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { isActive } from "../generation-task.ts";
import { lockGenerationTask } from "./locks.server.ts";

const maxCauseLength = 1000;

/** Ends a locked, active task without a track. */
export async function markEnded(
  tx: Db,
  options: { taskId: string; as: "failed" | "cancelled"; error?: string; cause?: string | undefined },
): Promise<void> {
  const { taskId, as, error = null, cause } = options;
  const now = new Date();
  await tx
    .update(generationTasks)
    .set({
      state: as,
      error,
      failureCause: cause?.slice(0, maxCauseLength) ?? null,
      updatedAt: now,
      endedAt: now,
    })
    .where(eq(generationTasks.id, taskId))
    .returning({ id: generationTasks.id });
}

/** Ends an active task as failed, with a message for the admin and its cause; an ended one stays as it is. */
export async function failGenerationTask(options: {
  taskId: string;
  error: string;
  cause?: string;
}): Promise<void> {
  const { taskId, error, cause } = options;
  const hasEnded = await write(async (tx) => {
    const task = await lockGenerationTask(tx, taskId);
    if (!task || !isActive(task)) return false;
    await markEnded(tx, { taskId, as: "failed", error, cause });
    return true;
  });
  if (hasEnded) await announceEnd(taskId);
}

/** Tells those who watch, the job among them, and removes what a run has stored. */
export async function announceEnd(taskId: string): Promise<void> {
  await publishTaskChange({ id: taskId, userId: null });
  await removeAudioOfEnded(taskId);
}

/** Removes the files of a task that has ended without a track; those of any other stay. */
export async function removeAudioOfEnded(taskId: string): Promise<void> {
  const [task] = await primary
    .select({ state: generationTasks.state })
    .from(generationTasks)
    .where(eq(generationTasks.id, taskId));
  if (task && (isActive(task) || task.state === "completed")) return;
  for await (const key of audioStorage().list(folderOfTask(taskId))) await audioStorage().remove(key);
}
