import { and, eq, isNull } from "drizzle-orm";
import { deleteSourcesOf } from "#app/features/sources/server/sources.server.ts";
import { endTask, lockTasks } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { primary, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { FlowId } from "../creation.ts";
import { discardPreview } from "../preview/discard-preview.server.ts";
import { kindOf, previews } from "../tasks/server/creation-kinds.server.ts";

/** Cancels the flow's open tasks; discards unpublished previews, scripts and their texts. */
export async function startOver({ viewer, flow }: { viewer: { id: string }; flow: FlowId }): Promise<void> {
  const tasks = await primary
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.flow, flow),
        eq(audioTasks.isDiscarded, false),
        isNull(audioTasks.trackId),
        isNull(audioTasks.publishAt),
      ),
    );
  for (const task of tasks) {
    if (isOpen(task)) await endTask(kindOf(task), task.id, { as: "cancelled" });
    if (task.previewFilename) await discardPreview({ viewer, previewFilename: task.previewFilename });
  }
  const remaining = and(
    eq(audioTasks.userId, viewer.id),
    eq(audioTasks.flow, flow),
    eq(audioTasks.isDiscarded, false),
    isNull(audioTasks.publishAt),
  );
  await write(async (tx) => {
    await lockTasks(tx, previews, remaining);
    await tx.update(audioTasks).set({ isDiscarded: true }).where(remaining);
  });
  await deleteSourcesOf({ viewer, flow });
}
