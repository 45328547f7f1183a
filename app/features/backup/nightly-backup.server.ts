import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { environment } from "#app/config/environment.ts";
import { projectRoot } from "#app/config/project-root.ts";
import { errorCode } from "#app/lib/file-errors.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { tokyoHour } from "#app/lib/tokyo-day.ts";
import { logger } from "#app/logger.server.ts";
import { lastBackupAt } from "./backup-notes.server.ts";

/** Once from 3:00 to 5:00 (Tokyo), and at any time if the last backup is older than 30 hours. */
export function isBackupDue(last: Date | null, now: Date): boolean {
  const age = last === null ? Number.POSITIVE_INFINITY : now.getTime() - last.getTime();
  const hour = tokyoHour(now);
  return age > 30 * hourMs || (age > 20 * hourMs && hour >= 3 && hour < 5);
}

/**
 * Takes a due backup if `BACKUP_TO` is set, in its own process, since that reads all new bytes. A failure is logged; the next
 * run tries again.
 */
export async function takeNightlyBackup(now: Date = new Date()): Promise<void> {
  if (!environment().BACKUP_TO || !isBackupDue(await lastBackupAt(), now)) return;
  const command = [path.join(projectRoot, "app/cli.mjs"), "backup", "--nightly"];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: 12 * hourMs });
    logger.info({ backup: stdout.trim().split("\n") }, "the backup of the night was taken");
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    logger.error({ said, code: errorCode(error) }, "the backup of the night failed");
  }
}
