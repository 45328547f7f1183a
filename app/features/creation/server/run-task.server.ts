import { and, eq, sql } from "drizzle-orm";
import { db, primary, write } from "#db/client.ts";
import { notifyTask, watchTask } from "#db/notify.ts";
import { audioTasks, type StoredPreview } from "#db/schema/index.ts";
import { type AudioTask, isOpen, lifetimes } from "../audio-task.ts";
import type { FactCheck } from "../fact-check.ts";
import { endTask } from "./end-task.server.ts";
import { openTask } from "./open-task.server.ts";

/** A task whose process died this often is given up, so that one poisonous text can't occupy the workers. */
const mostAttempts = 5;

/**
 * Takes an open task up. Returns null when it has ended (cancelled, done by another run) or is gone, and when its
 * attempts are used up: then it ends as failed.
 */
export async function beginTask(taskId: string, stage: string): Promise<AudioTask | null> {
  const [task] = await write((tx) =>
    tx
      .update(audioTasks)
      .set({ state: "processing", stage, attempts: sql`${audioTasks.attempts} + 1`, updatedAt: new Date() })
      .where(and(eq(audioTasks.id, taskId), openTask))
      .returning(),
  );
  if (!task) return null;
  if (task.attempts > mostAttempts) {
    await endTask({
      taskId,
      as: "failed",
      error: "処理を完了できませんでした。内容を変えてもう一度お試しください。",
    });
    return null;
  }
  await notifyTask(taskId);
  return task;
}

/** Records progress (percent) of a running task. Never goes back within one stage of work. */
export async function recordProgress(taskId: string, stage: string, percent: number): Promise<void> {
  const progress = Math.max(0, Math.min(99, Math.round(percent)));
  const moved = await write((tx) =>
    tx
      .update(audioTasks)
      .set({ stage, progress, updatedAt: new Date() })
      .where(and(eq(audioTasks.id, taskId), openTask))
      .returning({ id: audioTasks.id }),
  );
  if (moved.length > 0) await notifyTask(taskId);
}

/** Stores a written script. Returns false when the task has ended meanwhile. */
export async function completeScript(
  taskId: string,
  result: { title: string; script: string; labels: string[]; factCheck: FactCheck },
): Promise<boolean> {
  return complete(taskId, { ...result, expiresAt: new Date(Date.now() + lifetimes.scriptMs) });
}

/** Stores a finished preview, whose files are in the storage already. Returns false when the task has ended meanwhile. */
export async function completePreview(taskId: string, preview: StoredPreview): Promise<boolean> {
  return complete(taskId, { preview, expiresAt: new Date(Date.now() + lifetimes.previewMs) });
}

/** Whether the task has a finished preview, whose files must stay. */
export async function hasPreview(taskId: string): Promise<boolean> {
  const [task] = await db
    .select({ preview: audioTasks.preview })
    .from(audioTasks)
    .where(eq(audioTasks.id, taskId));
  return task?.preview != null;
}

async function complete(taskId: string, result: Partial<typeof audioTasks.$inferInsert>): Promise<boolean> {
  const done = await write((tx) =>
    tx
      .update(audioTasks)
      .set({ ...result, state: "completed", stage: "completed", progress: 100, updatedAt: new Date() })
      .where(and(eq(audioTasks.id, taskId), openTask))
      .returning({ id: audioTasks.id }),
  );
  if (done.length > 0) await notifyTask(taskId);
  return done.length > 0;
}

/** How often a running job looks whether it is still wanted, besides being told. */
const lookEveryMs = 2000;

/** Thrown into the running work when its task was ended from outside. */
export class TaskEnded extends Error {}

/**
 * A signal that aborts with `TaskEnded` when the task is ended from outside, and with the reason of `signal` when
 * that aborts. `stop` must be called when the work is over.
 */
export function signalOfTask(taskId: string, signal: AbortSignal): { signal: AbortSignal; stop(): void } {
  const ended = new AbortController();
  const look = async () => {
    const [task] = await primary
      .select({ state: audioTasks.state })
      .from(audioTasks)
      .where(eq(audioTasks.id, taskId));
    if (!task || !isOpen(task)) ended.abort(new TaskEnded("the task was ended"));
  };
  const check = () => void look().catch(() => {});
  const unwatch = watchTask(taskId, check);
  // Word can be lost, before the connection that listens is open for one.
  const timer = setInterval(check, lookEveryMs);
  const stop = () => {
    unwatch();
    clearInterval(timer);
  };
  return { signal: AbortSignal.any([signal, ended.signal]), stop };
}
