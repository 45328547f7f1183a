import { inArray } from "drizzle-orm";
import { audioStorage, taskOfKey } from "#app/features/storage/server/audio-storage.server.ts";
import { db } from "#db/client.ts";
import { audioTasks, renditions } from "#db/schema/index.ts";
import { isOpen } from "../audio-task.ts";

/** Files that are looked up with one pair of queries. */
const batchSize = 200;

/**
 * Removes audio files that belong to no track, no finished preview and no open task: leftovers of a crash between
 * writing a file and its row. Files are only written while their task is open, so none that is about to be used is
 * removed. Returns the number of files removed.
 */
export async function removeOrphanedAudio(): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async () => {
    for (const key of await findOrphans(batch)) {
      await audioStorage().remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const key of audioStorage().list("audio/")) {
    batch.push(key);
    if (batch.length === batchSize) await removeBatch();
  }
  await removeBatch();
  return removed;
}

async function findOrphans(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const taskIds = keys.map(taskOfKey).filter((id) => id !== null);
  // Tasks first: if one is published in between, the second query finds its renditions.
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
