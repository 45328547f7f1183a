import { and, eq, type SQL, sql } from "drizzle-orm";
import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { primary, write } from "#db/client.ts";
import { audioTasks, type StoredPreview } from "#db/schema/index.ts";
import { taskLifetimes } from "../audio-task.ts";
import { countCompletion } from "./count-generation.server.ts";
import { openTask } from "./find-task.server.ts";

/** Records the progress (0–99 %) of an open task; an ended one stays as it is. */
export async function recordProgress(taskId: string, stage: string, percent: number): Promise<void> {
  const progress = Math.max(0, Math.min(99, Math.round(percent)));
  const [updated] = await write((tx) =>
    tx
      .update(audioTasks)
      .set({ stage, progress, updatedAt: new Date() })
      .where(and(eq(audioTasks.id, taskId), openTask))
      .returning({ id: audioTasks.id, userId: audioTasks.userId }),
  );
  if (updated) await publishTaskChange(updated);
}

/**
 * Stores the script and completes the task; a task without a title was left to be given one. Returns false when the task has
 * ended meanwhile.
 */
export async function completeScript(
  taskId: string,
  result: { title: string; script: string; labels: string[]; factCheck: FactCheck },
): Promise<boolean> {
  const isTitleDerived = sql<boolean>`(${audioTasks.isTitleDerived} or ${audioTasks.title} = '')`;
  const expiresAt = new Date(Date.now() + taskLifetimes.scriptMs);
  return complete(taskId, { ...result, isTitleDerived, expiresAt });
}

/** Stores a preview whose files are in the storage, and completes the task. Returns false when it has ended meanwhile. */
export async function completePreview(taskId: string, preview: StoredPreview): Promise<boolean> {
  return complete(taskId, { preview, expiresAt: new Date(Date.now() + taskLifetimes.previewMs) });
}

/** Keys of the files of the task's finished preview; none without one. */
export async function filesInUse(taskId: string): Promise<string[]> {
  const [task] = await primary
    .select({ preview: audioTasks.preview })
    .from(audioTasks)
    .where(eq(audioTasks.id, taskId));
  return (task?.preview?.files ?? []).map(({ storageKey }) => storageKey);
}

async function complete(
  taskId: string,
  result: Partial<Omit<typeof audioTasks.$inferInsert, "isTitleDerived">> & { isTitleDerived?: SQL<boolean> },
): Promise<boolean> {
  const completed = await write(async (tx) => {
    const [done] = await tx
      .update(audioTasks)
      .set({ ...result, state: "completed", stage: "completed", progress: 100, updatedAt: new Date() })
      .where(and(eq(audioTasks.id, taskId), openTask))
      .returning({
        id: audioTasks.id,
        userId: audioTasks.userId,
        kind: audioTasks.kind,
        flow: audioTasks.flow,
        createdAt: audioTasks.createdAt,
      });
    if (done) await countCompletion(tx, done);
    return done;
  });
  if (completed) await publishTaskChange(completed);
  return completed !== undefined;
}
