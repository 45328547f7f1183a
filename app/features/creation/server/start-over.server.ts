import { and, eq, isNull } from "drizzle-orm";
import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { isOpen } from "../audio-task.ts";
import { discardPreview } from "./discard-preview.server.ts";
import { endTask } from "./end-task.server.ts";
import { holdTasks } from "./hold-task.server.ts";

/**
 * Back to an empty first step (spec 3 §4 "Reset"): ends the flow's open tasks, removes its unpublished previews
 * and no longer restores its scripts.
 */
export async function startOver(options: { viewer: { id: string }; flow: "v1" | "v2" }): Promise<void> {
  const { viewer, flow } = options;
  const tasks = await db
    .select()
    .from(audioTasks)
    .where(
      and(
        eq(audioTasks.userId, viewer.id),
        eq(audioTasks.flow, flow),
        eq(audioTasks.isDiscarded, false),
        isNull(audioTasks.trackId),
      ),
    );
  for (const task of tasks) {
    if (isOpen(task)) await endTask({ taskId: task.id, as: "cancelled" });
    if (task.previewFilename) await discardPreview({ viewer, previewFilename: task.previewFilename });
  }
  const kept = and(
    eq(audioTasks.userId, viewer.id),
    eq(audioTasks.flow, flow),
    eq(audioTasks.isDiscarded, false),
  );
  await write(async (tx) => {
    await holdTasks(tx, kept);
    await tx.update(audioTasks).set({ isDiscarded: true }).where(kept).returning({ id: audioTasks.id });
  });
}
