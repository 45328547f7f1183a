import type { SQL } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../audio-task.ts";

/**
 * The matching tasks, ordered by id and locked until `tx` ends, so that what a transaction decides by their state
 * (publish, discard, start a preview) still holds when it writes.
 */
export function lockTasks(tx: Db, where: SQL | undefined): Promise<AudioTask[]> {
  return forUpdate(tx.select().from(audioTasks).where(where).orderBy(audioTasks.id), "no key update");
}

/** The matching task, locked until `tx` ends. Undefined when there is none. */
export async function lockTask(tx: Db, where: SQL | undefined): Promise<AudioTask | undefined> {
  return (await lockTasks(tx, where))[0];
}
