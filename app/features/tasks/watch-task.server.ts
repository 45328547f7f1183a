import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { publishTaskChange, subscribeToTask } from "#app/features/events/server/publish.server.ts";
import { stopping } from "#app/shutdown-signals.server.ts";
import { afterCommit, type Db, primary } from "#db/client.ts";
import type { TaskKind, TaskTable } from "./task-kind.server.ts";
import { isOpen } from "./task-state.ts";

/** Tells the job and those who may watch the task, once the surrounding `write` has committed. */
export async function announceChange<Table extends TaskTable>(
  tx: Db,
  kind: TaskKind<Table>,
  task: Table["$inferSelect"],
): Promise<void> {
  const userId = (await kind.findMember?.(tx, task)) ?? null;
  afterCommit(() => void publishTaskChange({ id: task.id, userId }));
}

/** Messages can be lost, so a watched task is also read this often. */
const watchIntervalMs = 2000;

/** Also calls `onChange` every two seconds. Returns the function that stops it. */
export function watchTask(taskId: string, onChange: () => void): () => void {
  const unsubscribe = subscribeToTask(taskId, onChange);
  const timer = setInterval(onChange, watchIntervalMs);
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

export async function findState(
  { table }: { table: TaskTable },
  taskId: string,
): Promise<string | undefined> {
  const [task] = await primary.select({ state: table.state }).from(table).where(eq(table.id, taskId));
  return task?.state;
}

/** Messages can be lost, so a waiting caller also reads the row this often. */
const waitIntervalMs = 1000;

/** Returns the state after the end, `timeoutMs` or the process's stop; undefined for no task. Rejects when `signal` aborts. */
export async function waitForTask(
  kind: { table: TaskTable },
  options: { taskId: string; timeoutMs: number; signal: AbortSignal },
): Promise<string | undefined> {
  const { taskId, timeoutMs, signal } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const changed = new AbortController();
    // Subscribe before reading the row, so that no change is missed.
    const unsubscribe = subscribeToTask(taskId, () => changed.abort());
    try {
      const state = await findState(kind, taskId);
      if (state === undefined || !isOpen({ state })) return state;
      if (Date.now() >= deadline || stopping.aborted) return state;
      const woken = AbortSignal.any([changed.signal, signal]);
      await delay(waitIntervalMs, undefined, { signal: woken }).catch(() => {});
      signal.throwIfAborted();
    } finally {
      unsubscribe();
    }
  }
}
