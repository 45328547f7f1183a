import type { SQL } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { audioTasks } from "#db/schema/index.ts";
import type { AudioTask } from "../audio-task.ts";

/**
 * These tasks as they are now, in the order of their ids and held until `tx` ends: on Postgres transactions overlap, and
 * whoever decides by what a task is (publishing, throwing away, speaking, sweeping) must not find it changed when it
 * acts.
 */
export function holdTasks(tx: Db, where: SQL | undefined): Promise<AudioTask[]> {
  return held(tx.select().from(audioTasks).where(where).orderBy(audioTasks.id), "no key update");
}

/** One task, held likewise. Undefined when there is none. */
export async function holdTask(tx: Db, where: SQL | undefined): Promise<AudioTask | undefined> {
  return (await holdTasks(tx, where))[0];
}
