import { inArray } from "drizzle-orm";
import { audioStorage, taskOfKey } from "#app/features/storage/server/audio-storage.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, renditions } from "#db/schema/index.ts";
import { isOpen } from "../audio-task.ts";

/** Files whose owners are looked up with one pair of queries. */
const batchSize = 200;

/**
 * Removes audio files that belong to no track, no finished preview and no task at work: what a crash left between a
 * file and its row. A file is only written while its task is open, so none that is about to be used is taken.
 * Returns the number of files removed.
 */
export async function removeOrphanedFiles(): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    for (const key of await orphansAmong(batch)) {
      await audioStorage().remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const key of audioStorage().list("audio/")) {
    batch.push(key);
    if (batch.length === batchSize) await sweep();
  }
  await sweep();
  return removed;
}

async function orphansAmong(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const taskIds = keys.map(taskOfKey).filter((id) => id !== null);
  // Tasks first: one that is published in between is found as a rendition afterwards.
  const tasks = await db.select().from(audioTasks).where(inArray(audioTasks.id, taskIds));
  const published = await db
    .select({ key: renditions.storageKey })
    .from(renditions)
    .where(inArray(renditions.storageKey, keys));
  const tasksInUse = new Set(
    tasks.filter((task) => isOpen(task) || task.preview !== null).map(({ id }) => id),
  );
  const keysInUse = new Set(published.map(({ key }) => key));
  return keys.filter((key) => !keysInUse.has(key) && !tasksInUse.has(taskOfKey(key) ?? ""));
}
