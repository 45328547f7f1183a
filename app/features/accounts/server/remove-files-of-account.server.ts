import { audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { batchesOf } from "#app/lib/batches.ts";
import { picturesOf } from "./remove-orphaned-pictures.server.ts";

/** Files that are removed at the same time. */
const atOnce = 16;

/**
 * Removes the files of an account whose rows are gone: tracks, previews, half-finished work, pictures. What can't be
 * removed now is found by the nightly sweep.
 */
export async function removeFilesOfAccount(left: {
  userId: string;
  taskIds: string[];
  audioKeys: string[];
}): Promise<void> {
  const storage = audioStorage();
  const keys = new Set(left.audioKeys);
  for (const folder of [...left.taskIds.map(folderOfTask), picturesOf(left.userId)]) {
    await (async () => {
      for await (const key of storage.list(folder)) keys.add(key);
    })().catch(() => {});
  }
  for (const batch of batchesOf([...keys], atOnce)) {
    await Promise.allSettled(batch.map((key) => storage.remove(key)));
  }
}
