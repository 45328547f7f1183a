import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { environment } from "#app/config/environment.ts";
import { projectRoot } from "#app/config/project-root.ts";
import { errorCode } from "#app/lib/file-errors.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { tokyoHour } from "#app/lib/tokyo-day.ts";
import { logger } from "#app/logger.server.ts";
import { listSnapshots } from "./backup-folder.server.ts";
import { lastBackupAt, recordBackup } from "./backup-notes.server.ts";
import { openBackupPlace } from "./backup-place.server.ts";
import { momentOf } from "./snapshot.ts";

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
  const { BACKUP_TO: to } = environment();
  if (!to || !isBackupDue(await lastBackupAt(now), now)) return;
  const command = [path.join(projectRoot, "app/cli.mjs"), "backup", "--nightly"];
  try {
    const newest = await newestBackupAt(to, now);
    if (newest !== null && !isBackupDue(newest, now)) return await recordBackup(newest);
    const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: 12 * hourMs });
    logger.info({ backup: stdout.trim().split("\n") }, "the backup of the night has ended");
  } catch (error) {
    logger.error({ said: saidBy(error), code: errorCode(error) }, "the backup of the night failed");
  }
}

/** What lies there may have been taken by another host, which has its own notes. */
async function newestBackupAt(address: string, now: Date): Promise<Date | null> {
  const moments = (await listSnapshots(openBackupPlace(address))).map(momentOf);
  return moments.findLast((moment) => moment <= now) ?? null;
}

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "stderr" in error ? String(error.stderr).trim() : error.message;
}
