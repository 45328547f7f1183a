import { and, eq, inArray, lt, not, type SQL } from "drizzle-orm";
import { folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import type { QueuedKind, QueuedTable, TaskEnd, TaskKind, TaskTable } from "./task-kind.server.ts";
import { announceChange, findState } from "./watch-task.server.ts";

const maxCauseLength = 1000;
/** The next clean-up takes the rest. */
const removedAtOnce = 500;

/** Ordered by id and locked until `tx` ends: decisions by their state hold when they are written. */
export function lockTasks<Table extends QueuedTable>(
  tx: Db,
  { table }: { table: Table },
  where: SQL | undefined,
): Promise<Table["$inferSelect"][]> {
  const rows: QueuedTable = table;
  return forUpdate(tx.select().from(rows).where(where).orderBy(rows.id), "no key update");
}

/** Locked until `tx` ends. */
export async function lockTask<Table extends QueuedTable>(
  tx: Db,
  kind: { table: Table },
  taskId: string,
): Promise<Table["$inferSelect"] | undefined> {
  return (await lockTasks(tx, kind, eq(kind.table.id, taskId)))[0];
}

/** Undefined unless the task is open. Locked until `tx` ends. */
export async function lockOpenTask<Table extends TaskTable>(
  tx: Db,
  kind: TaskKind<Table>,
  taskId: string,
): Promise<Table["$inferSelect"] | undefined> {
  return (await lockTasks(tx, kind, and(eq(kind.table.id, taskId), kind.open)))[0];
}

/** The task is locked. Tells those who watch it. Returns the new row. */
export function changeTask<Table extends TaskTable>(
  tx: Db,
  kind: TaskKind<Table>,
  task: Table["$inferSelect"],
  values: Partial<Table["$inferSelect"]>,
): Promise<Table["$inferSelect"]> {
  return update(tx, kind, task, values);
}

async function update<Table extends TaskTable>(
  tx: Db,
  kind: TaskKind<Table>,
  task: Table["$inferSelect"],
  values: Record<string, unknown>,
): Promise<Table["$inferSelect"]> {
  const table: TaskTable = kind.table;
  const changes = onlyColumnsOf(table, { updatedAt: new Date(), ...values });
  await tx.update(table).set(changes).where(eq(table.id, task.id));
  await announceChange(tx, kind, task);
  return { ...task, ...changes };
}

/** Counts the attempt. Null when the task has ended or was deleted, and when its attempts are used up: then it fails. */
export async function claimTask<Table extends TaskTable>(
  kind: TaskKind<Table>,
  taskId: string,
): Promise<Table["$inferSelect"] | null> {
  return write(async (tx) => {
    const task = await lockOpenTask(tx, kind, taskId);
    if (!task) return null;
    const { attempts } = task;
    if (attempts >= kind.maxAttempts) {
      const cause = `the process ended ${kind.maxAttempts} times while it worked on this`;
      await endLockedTask(tx, kind, task, { as: "failed", error: kind.crashMessage, cause });
      return null;
    }
    const now = new Date();
    const begun = { state: "processing", attempts: attempts + 1, startedAt: now, updatedAt: now };
    return update(tx, kind, task, { ...begun, ...kind.begin?.(task, now) });
  });
}

/** 0–99 %, with `values` that belong to it. Only of an open task; never falls. */
export async function recordProgress<Table extends TaskTable>(
  kind: TaskKind<Table>,
  task: Table["$inferSelect"],
  percent: number,
  values: Partial<Table["$inferSelect"]> = {},
): Promise<void> {
  const table: TaskTable = kind.table;
  const progress = Math.max(0, Math.min(99, Math.round(percent)));
  await write(async (tx) => {
    const advanced = await tx
      .update(table)
      .set(onlyColumnsOf(table, { ...values, progress, updatedAt: new Date() }))
      .where(and(eq(table.id, task.id), kind.open, lt(table.progress, progress)))
      .returning({ id: table.id });
    if (advanced.length > 0) await announceChange(tx, kind, task);
  });
}

/** The task is locked and open. `result`: what it made. */
export async function completeTask<Table extends TaskTable>(
  tx: Db,
  kind: TaskKind<Table>,
  task: Table["$inferSelect"],
  result: Partial<Table["$inferSelect"]>,
): Promise<void> {
  const now = new Date();
  await update(tx, kind, task, { state: "completed", progress: 100, endedAt: now, ...result });
}

/** The task is locked and open. Its running job stops, and its audio files go. */
export async function endLockedTask<Table extends TaskTable>(
  tx: Db,
  kind: TaskKind<Table>,
  task: Table["$inferSelect"],
  end: TaskEnd,
): Promise<void> {
  const ended = await update(tx, kind, task, {
    state: end.as,
    error: end.error ?? null,
    failureCause: end.cause?.slice(0, maxCauseLength) ?? null,
    endedAt: new Date(),
    ...(await kind.end?.(tx, task, end)),
  });
  if (hasNoResult(ended)) await removeFiles(tx, [folderOfTask(task.id)]);
}

/** Its running job stops. False when it had already ended. */
export async function endTask<Table extends TaskTable>(
  kind: TaskKind<Table>,
  taskId: string,
  end: TaskEnd,
): Promise<boolean> {
  return write(async (tx) => {
    const task = await lockOpenTask(tx, kind, taskId);
    if (task) await endLockedTask(tx, kind, task, end);
    return task !== undefined;
  });
}

/** Removes what a run stored for a task that ended without a result meanwhile. */
export async function removeLeftovers<Table extends TaskTable>(
  kind: TaskKind<Table>,
  taskId: string,
): Promise<void> {
  const state = await findState(kind, taskId);
  if (state !== undefined && hasNoResult({ state }))
    await write((tx) => removeFiles(tx, [folderOfTask(taskId)]));
}

const hasNoResult = ({ state }: { state: string }) => state === "failed" || state === "cancelled";

/** An ended task begins anew with these, as if it had just been asked for. */
export const newLife = () => ({
  state: "queued" as const,
  stage: "pending",
  progress: 0,
  attempts: 0,
  error: null,
  failureCause: null,
  startedAt: null,
});

export async function findOpenTasks(
  { table, open }: QueuedKind<TaskTable>,
  taskIds: string[],
): Promise<string[]> {
  const tasks = await primary
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, taskIds), open));
  return tasks.map(({ id }) => id);
}

/** At most 500. The row goes last, so that a run after a crash finds the task again. */
export async function removeOldTasks<Table extends TaskTable>(
  kind: TaskKind<Table>,
  now: Date = new Date(),
): Promise<number> {
  const { open, retention } = kind;
  if (!retention) return 0;
  const table: TaskTable = kind.table;
  const isOver = and(retention.isOver(now), not(open));
  const old = await primary.select({ id: table.id }).from(table).where(isOver).limit(removedAtOnce);
  let total = 0;
  for (const { id } of old) {
    if (retention.clear && !(await retention.clear(id, isOver))) continue;
    await write((tx) => tx.delete(table).where(eq(table.id, id)));
    total += 1;
  }
  return total;
}

/** A table lacks the optional columns that its kind does not need. */
function onlyColumnsOf(table: TaskTable, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in table));
}
