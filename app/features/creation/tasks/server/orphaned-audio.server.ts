import { and, inArray } from "drizzle-orm";
import { taskOfKey } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { activeGenerationTask } from "#app/features/themes/tasks/server/locks.server.ts";
import { openUpload } from "#app/features/tracks/upload/server/locks.server.ts";
import { primary } from "#db/client.ts";
import { audioTasks, generationTasks, renditions, trackCorrections, trackUploads } from "#db/schema/index.ts";
import { openCorrection } from "../../correction/find-corrections.server.ts";
import { isOpen } from "../audio-task.ts";

/**
 * Audio files that belong to no track, no finished preview and no open task, of members or of the console: leftovers of a crash between writing a file
 * and its row. Files are only written while their task is open, so none that is about to be used is among them.
 */
export const orphanedAudio: OrphanFinder = {
  prefix: "audio/",
  async findOrphans(keys) {
    const taskIds = keys.map(taskOfKey).filter((id) => id !== null);
    // Tasks first: if one is published in between, the second query finds its renditions.
    const tasks = await primary.select().from(audioTasks).where(inArray(audioTasks.id, taskIds));
    const generations = await primary
      .select({ id: generationTasks.id })
      .from(generationTasks)
      .where(and(inArray(generationTasks.id, taskIds), activeGenerationTask));
    const uploads = await primary
      .select({ id: trackUploads.id })
      .from(trackUploads)
      .where(and(inArray(trackUploads.id, taskIds), openUpload));
    const corrections = await primary
      .select({ id: trackCorrections.id })
      .from(trackCorrections)
      .where(and(inArray(trackCorrections.id, taskIds), openCorrection));
    const published = await primary
      .select({ key: renditions.storageKey })
      .from(renditions)
      .where(inArray(renditions.storageKey, keys));
    const tasksInUse = new Set(
      [
        ...tasks.filter((task) => isOpen(task) || task.preview !== null),
        ...generations,
        ...uploads,
        ...corrections,
      ].map(({ id }) => id),
    );
    const keysInUse = new Set(published.map(({ key }) => key));
    return keys.filter((key) => !keysInUse.has(key) && !tasksInUse.has(taskOfKey(key) ?? ""));
  },
};
