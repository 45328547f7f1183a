import { and, eq, sql } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../audio-task.ts";
import { endTask } from "./end-task.server.ts";
import { openTask } from "./find-task.server.ts";

/** A task whose process died this often fails, so that a text that crashes the worker is not tried for ever. */
const maxAttempts = 5;

/**
 * Marks an open task as processing and counts the attempt. Returns null when the task has ended (cancelled, done by
 * another run) or was deleted, and when its attempts are used up: then it ends as failed.
 */
export async function claimTask(taskId: string, stage: string): Promise<AudioTask | null> {
  const now = new Date();
  const [task] = await write((tx) =>
    tx
      .update(audioTasks)
      .set({
        state: "processing",
        stage,
        attempts: sql`${audioTasks.attempts} + 1`,
        startedAt: now,
        updatedAt: now,
      })
      .where(and(eq(audioTasks.id, taskId), openTask))
      .returning(),
  );
  if (!task) return null;
  if (task.attempts > maxAttempts) {
    await endTask({
      taskId,
      as: "failed",
      cause: `the process ended ${maxAttempts} times while it worked on this`,
      error: "処理を完了できませんでした。内容を変えてもう一度お試しください。",
    });
    return null;
  }
  await publishTaskChange(task);
  return task;
}
