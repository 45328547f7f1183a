import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { subscribeToTask } from "#app/features/events/server/publish.server.ts";
import { fromStoredFactCheck } from "#app/features/tracks/fact-check.ts";
import { stopping } from "#app/shutdown-signals.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { scriptReply } from "../../creation-replies.schema.ts";
import { type AudioTask, isOpen } from "../audio-task.ts";

/** The row is read this often, besides at each notification. */
const checkIntervalMs = 1000;

/**
 * Waits until the task has ended, `timeoutMs` have passed or this process stops, and returns the row as it is then,
 * or null when the task does not exist. Rejects with the reason of `signal` when that aborts first.
 */
export async function waitForTask(options: {
  taskId: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<AudioTask | null> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    const changed = Promise.withResolvers<void>();
    const stop = subscribeToTask(options.taskId, changed.resolve);
    const timer = new AbortController();
    try {
      const [task] = await primary.select().from(audioTasks).where(eq(audioTasks.id, options.taskId));
      if (!task) return null;
      if (!isOpen(task) || Date.now() >= deadline || stopping.aborted) return task;
      const pause = delay(checkIntervalMs, undefined, {
        signal: AbortSignal.any([options.signal, timer.signal]),
      });
      await Promise.race([changed.promise, pause]);
      pause.catch(() => {});
      options.signal.throwIfAborted();
    } finally {
      stop();
      timer.abort();
    }
  }
}

/** An API call waits for its script this long; the task itself goes on. */
const scriptTimeoutMs = 120_000;

type ScriptReply = z.infer<typeof scriptReply>;

/**
 * The script of a task, once it is written. Throws `NotFound` when the task does not exist, and `Conflict` with a
 * message for the member when it failed, was cancelled or still runs after 120 s.
 */
export async function waitForScript(options: { taskId: string; signal: AbortSignal }): Promise<ScriptReply> {
  return toScriptReply(await waitForTask({ ...options, timeoutMs: scriptTimeoutMs }));
}

function toScriptReply(task: AudioTask | null): ScriptReply {
  if (!task) throw new NotFound("台本が見つかりません");
  if (task.state !== "completed" || task.script === null) {
    throw new Conflict(
      task.error ?? "処理が完了している可能性があります。ページを更新して確認してください。",
    );
  }
  return {
    script: task.script,
    title: task.title,
    factCheck: fromStoredFactCheck(task.factCheck),
    inputText: task.inputText,
    labels: task.labels ?? [],
  };
}
