import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { logger } from "#app/logger.server.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { listUndoable } from "./restore-journal.server.ts";
import { takeRestorePoint } from "./take-backup.server.ts";

const maxRestorePoints = 3;

/** Snapshots of the database, taken before migrations and restores. */
export const restorePointsFolder = () => path.join(environment().DATA_DIR, "restore-points");

/**
 * Snapshots the database into the data folder. The newest three stay, those that restores can be undone with, and the one that is
 * being `restored`. Returns the name.
 */
export async function addRestorePoint(restored?: string): Promise<string> {
  const undoable = await listUndoable(environment().DATA_DIR);
  const needed = [...undoable, restored].filter((name) => name !== undefined);
  const folder = await openBackupFolder({
    folder: restorePointsFolder(),
    passphrase: undefined,
    writing: true,
  });
  try {
    return await takeRestorePoint(folder, { count: maxRestorePoints, needed });
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
