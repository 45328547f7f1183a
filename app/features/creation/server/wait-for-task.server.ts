import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { stopping } from "#app/stopping.server.ts";
import { db } from "#db/client.ts";
import { watchTask } from "#db/notify.ts";
import { audioTasks } from "#db/schema/index.ts";
import { type AudioTask, isOpen } from "../audio-task.ts";

/** Even when a notification is lost, the row is looked at this often. */
const lookEveryMs = 1000;

/**
 * Waits until the task has ended, `timeoutMs` have passed or this process stops, and returns its row as it is then. Returns null when
 * the task does not exist (any more). Rejects with the signal's reason when that aborts first.
 */
export async function waitForTask(options: {
  taskId: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<AudioTask | null> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    const moved = Promise.withResolvers<void>();
    const stop = watchTask(options.taskId, moved.resolve);
    const timer = new AbortController();
    try {
      const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, options.taskId));
      if (!task) return null;
      if (!isOpen(task) || Date.now() >= deadline || stopping.aborted) return task;
      const pause = delay(lookEveryMs, undefined, {
        signal: AbortSignal.any([options.signal, timer.signal]),
      });
      await Promise.race([moved.promise, pause]);
      pause.catch(() => {});
      options.signal.throwIfAborted();
    } finally {
      stop();
      timer.abort();
    }
  }
}
