import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { takeRestorePoint } from "./take-backup.server.ts";

/** How many restore points stay. */
const maxRestorePoints = 3;

/** The folder of snapshots of the database that the program takes by itself: before migrations and restores. */
export const restorePointsFolder = () => path.join(environment().DATA_DIR, "restore-points");

/** Takes a snapshot of the database into the data folder and returns its name; the newest three stay. */
export async function addRestorePoint(): Promise<string> {
  const folder = await openBackupFolder({
    folder: restorePointsFolder(),
    passphrase: undefined,
    writing: true,
  });
  try {
    return await takeRestorePoint(folder, maxRestorePoints);
  } finally {
    folder.release();
  }
}

/** For the start, before it migrates. Rejects when there is no room for it; `RESTORE_POINTS=off` does without. */
export async function addRestorePointBeforeMigration(): Promise<void> {
  if (environment().RESTORE_POINTS === "off") return;
  const name = await addRestorePoint();
  logger.info({ restorePoint: name }, "the database as it was before the update is kept as a restore point");
}
