import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { takeRestorePoint } from "./take-backup.server.ts";

const maxRestorePoints = 3;

/** Snapshots of the database, taken before migrations and restores. */
export const restorePointsFolder = () => path.join(environment().DATA_DIR, "restore-points");

/** Snapshots the database into the data folder; the newest three stay. Returns the name. */
export async function addRestorePoint(): Promise<string> {
  const folder = await openBackupFolder({
    folder: restorePointsFolder(),
    passphrase: undefined,
    writing: true,
  });
  try {
    return await takeRestorePoint(folder, maxRestorePoints);
  } finally {
    await folder.release();
  }
}

/** Rejects if there is no room; `RESTORE_POINTS=off` skips it. */
export async function addRestorePointBeforeMigration(): Promise<void> {
  if (environment().RESTORE_POINTS === "off") return;
  const name = await addRestorePoint();
  logger.info({ restorePoint: name }, "the database as it was before the update is kept as a restore point");
}
