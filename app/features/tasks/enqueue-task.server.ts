import { and, asc } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { enqueue, jobPriorities } from "#app/queue/queue.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import type { QueuedKind, QueuedTable } from "./task-kind.server.ts";

/** The next run takes the rest. */
const recoveredAtOnce = 1000;

/** `earlier`: open tasks of the same kind and owner. Even the last of many comes before the official account's tracks. */
export const priorityOf = ({ priority, owner }: QueuedKind<QueuedTable>, earlier: number): number =>
  owner ? Math.max(jobPriorities.official + 1, priority - earlier) : priority;

/** `userId`: null for the console's. `earlier`: open tasks of that member and kind. */
export async function enqueueTask(
  tx: Db,
  kind: QueuedKind<QueuedTable>,
  task: { id: string | number; userId: string | null },
  { earlier = 0 }: { earlier?: number } = {},
): Promise<void> {
  const id = String(task.id);
  await enqueueJob(tx, kind, id, earlier);
  afterCommit(() => void publishTaskChange({ ...task, id }));
}

/** Safe to repeat: the queue refuses a second job of a task. */
const enqueueJob = (tx: Db, kind: QueuedKind<QueuedTable>, taskId: string, earlier: number): Promise<void> =>
  enqueue(tx, {
    name: kind.queue,
    payload: { kind: kind.name, taskId },
    key: taskId,
    priority: priorityOf(kind, earlier),
  });

/** At most 1000, the oldest first. Only tasks whose job was lost get one. */
export async function recoverTasks(kind: QueuedKind<QueuedTable>): Promise<void> {
  const { table, owner } = kind;
  const tasks = await primary
    .select({ id: table.id, owner: owner ?? table.id })
    .from(table)
    .where(and(kind.open, kind.carried))
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(recoveredAtOnce);
  const counts = new Map<unknown, number>();
  for (const task of tasks) {
    const earlier = counts.get(task.owner) ?? 0;
    counts.set(task.owner, earlier + 1);
    await write((tx) => enqueueJob(tx, kind, String(task.id), earlier));
  }
}
