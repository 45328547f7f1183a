import { and, eq, lte, not } from "drizzle-orm";
import { audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { openTask } from "./open-task.server.ts";

/** One round of the sweep; more wait for the next. */
const atMost = 500;

/**
 * Removes creation work whose time is over: scripts, previews, and what failed or was cancelled. Files go before
 * their row, so that a crash in between leaves a row to begin again with. A published task's files are its track's.
 */
export async function removeExpired(now: Date = new Date()): Promise<void> {
  const isOver = and(lte(audioTasks.expiresAt, now), not(openTask));
  const expired = await db.select({ id: audioTasks.id }).from(audioTasks).where(isOver).limit(atMost);
  for (const { id } of expired) {
    // From here on it can't be published any more; one that was published a moment ago is found as such.
    const [task] = await write((tx) =>
      tx
        .update(audioTasks)
        .set({ isDiscarded: true })
        .where(and(eq(audioTasks.id, id), isOver))
        .returning({ trackId: audioTasks.trackId }),
    );
    if (!task) continue;
    if (task.trackId === null) {
      for await (const key of audioStorage().list(folderOfTask(id))) await audioStorage().remove(key);
    }
    await write((tx) => tx.delete(audioTasks).where(eq(audioTasks.id, id)).returning({ id: audioTasks.id }));
  }
}
