import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { DataFolderInUse, lockDataFolder } from "#db/lock-data-folder.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Gives `work` an empty folder below `name` in the data folder, and removes it afterwards. Empties what a killed program has left.
 * Throws `BackupError` while another program uses it.
 */
export async function inScratchFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const place = path.join(environment().DATA_DIR, name);
  const lock = lockScratchFolder(place);
  const folder = path.join(place, "content");
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    lock.release();
  }
}

function lockScratchFolder(place: string) {
  try {
    return lockDataFolder(place);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new BackupError(`another backup or trial is working in ${place}: try again when it has ended`);
    throw error;
  }
}
