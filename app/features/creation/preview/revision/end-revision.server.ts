import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { type AudioTask, taskLifetimes } from "../../tasks/audio-task.ts";
import { noRevision } from "./revision.ts";

/**
 * Ends the change of a finished preview, whose task `tx` has locked, without a result: the preview is as it was before. A change
 * that failed, or that no worker has begun, does not count.
 */
export async function endRevision(
  tx: Db,
  task: AudioTask,
  end: { as: "failed" | "cancelled"; error?: string | undefined; cause?: string | undefined },
): Promise<void> {
  const { next, ...revision } = task.revision ?? noRevision;
  const isGivenBack = !next?.isUndo && (end.as === "failed" || task.startedAt === null);
  const now = new Date();
  await tx
    .update(audioTasks)
    .set({
      state: "completed",
      stage: "completed",
      progress: 100,
      revision: { ...revision, spoken: revision.spoken - (isGivenBack ? 1 : 0) },
      error: end.error ?? null,
      failureCause: end.cause ?? null,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + taskLifetimes.previewMs),
    })
    .where(eq(audioTasks.id, task.id))
    .returning({ id: audioTasks.id });
}
