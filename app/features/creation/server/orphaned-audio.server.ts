import { inArray } from "drizzle-orm";
import { taskOfKey } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { findOpenTasks } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
import { uploads } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks, renditions } from "#db/schema/index.ts";
import { corrections } from "../correction/correction-kind.server.ts";

/**
 * Finds files of no track, finished preview or open task: a crash came between file and row. Files are only written while their
 * task is open, so all of these are safe to remove.
 */
export const orphanedAudio: OrphanFinder = {
  prefix: "audio/",
  async findOrphans(keys) {
    const taskIds = keys.map(taskOfKey).filter((id) => id !== null);
    // Tasks first: if one is published in between, the next query finds its renditions.
    const tasks = await primary.select().from(audioTasks).where(inArray(audioTasks.id, taskIds));
    const tasksInUse = new Set([
      ...tasks.filter((task) => isOpen(task) || task.preview !== null).map(({ id }) => id),
      ...(await findOpenTasks(generations, taskIds)),
      ...(await findOpenTasks(uploads, taskIds)),
      ...(await findOpenTasks(corrections, taskIds)),
    ]);
    const published = await primary
      .select({ key: renditions.storageKey })
      .from(renditions)
      .where(inArray(renditions.storageKey, keys));
    const keysInUse = new Set(published.map(({ key }) => key));
    return keys.filter((key) => !keysInUse.has(key) && !tasksInUse.has(taskOfKey(key) ?? ""));
  },
};
