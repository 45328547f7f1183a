import { and, eq, lte, not } from "drizzle-orm";
import { audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { removeSpeech } from "../../speech-cache/speech-cache.server.ts";
import { openTask } from "./find-task.server.ts";

/** Tasks removed in one run; the rest waits for the next. */
const batchLimit = 500;

/**
 * Removes ended tasks after their expiry: scripts, previews, failed and cancelled ones. The files are deleted before
 * their row, so that a run after a crash finds the row again. The files of a published task belong to its track.
 */
export async function removeExpiredTasks(now: Date = new Date()): Promise<void> {
  const isExpired = and(lte(audioTasks.expiresAt, now), not(openTask));
  const expired = await db.select({ id: audioTasks.id }).from(audioTasks).where(isExpired).limit(batchLimit);
  for (const { id } of expired) {
    // Discarded first, so that it can't be published from here on; the result says if it was published before.
    const [task] = await write((tx) =>
      tx
        .update(audioTasks)
        .set({ isDiscarded: true })
        .where(and(eq(audioTasks.id, id), isExpired))
        .returning({
          trackId: audioTasks.trackId,
          userId: audioTasks.userId,
          preview: audioTasks.preview,
        }),
    );
    if (!task) continue;
    if (task.trackId === null) {
      for await (const key of audioStorage().list(folderOfTask(id))) await audioStorage().remove(key);
      await removeSpeech(task.userId, task.preview?.speech);
    }
    await write((tx) => tx.delete(audioTasks).where(eq(audioTasks.id, id)).returning({ id: audioTasks.id }));
  }
}
