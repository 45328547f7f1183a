import { and, eq, lte, not } from "drizzle-orm";
import { db, write } from "#db/client.ts";
import { audioTasks, renditions } from "#db/schema/index.ts";
import { audioStorage, taskOfKey } from "../storage/audio-storage.server.ts";
import { isOpen } from "./audio-task.ts";
import { openTask } from "./open-task.server.ts";

/** A file younger than this may belong to a result that is about to be recorded. */
const usualGraceMs = 10 * 60 * 1000;

/**
 * Removes creation work whose time is over: rows of expired scripts, previews and published or failed tasks, then
 * every audio file that nothing refers to (`removeOrphanedFiles`).
 */
export async function removeExpired(now: Date = new Date()): Promise<void> {
  await write((tx) =>
    tx
      .delete(audioTasks)
      .where(and(lte(audioTasks.expiresAt, now), not(openTask)))
      .returning({ id: audioTasks.id }),
  );
  await removeOrphanedFiles(now);
}

/**
 * Removes audio files that belong to no track, no finished preview and no task at work, when they are older than
 * `graceMs` (0 where no other process can be at work). Returns their keys.
 */
export async function removeOrphanedFiles(now: Date = new Date(), graceMs = usualGraceMs): Promise<string[]> {
  const storage = audioStorage();
  const removed: string[] = [];
  for await (const key of storage.list("audio/")) {
    const taskId = taskOfKey(key);
    if (!taskId || (await isInUse(key, taskId))) continue;
    const file = await storage.stat(key);
    if (!file || now.getTime() - file.modified.getTime() < graceMs) continue;
    await storage.remove(key);
    removed.push(key);
  }
  return removed;
}

async function isInUse(key: string, taskId: string): Promise<boolean> {
  const [rendition] = await db
    .select({ trackId: renditions.trackId })
    .from(renditions)
    .where(eq(renditions.storageKey, key));
  if (rendition) return true;
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
  return task !== undefined && (isOpen(task) || task.preview !== null);
}
