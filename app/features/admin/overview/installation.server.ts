import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { formatBytes } from "./units.ts";

/** State of the machine, as far as it decides whether everything goes on: disk and backup. */
export interface InstallationState {
  /** 「空き 12.3 GB（41%）」; null where the system does not tell. */
  disk: { free: string; total: string; freePercent: number; isLow: boolean } | null;
  /** When the last backup ended, by the file that the backup touches; null without one. */
  backup: { ago: string; isOld: boolean } | null;
}

/** The file whose time is that of the last backup (docs/deploy.md). */
export const backupMarker = "last-backup";

const lowPercent = 10;
const lowBytes = 1e9;
const oldBackupMs = 48 * 60 * 60 * 1000;

/** Looks at the disk of the data folder and at the time of the last backup. */
export async function readInstallationState(now: Date = new Date()): Promise<InstallationState> {
  const { DATA_DIR } = environment();
  const [disk, marker] = await Promise.all([
    statfs(DATA_DIR).catch(() => null),
    nullIfMissing(stat(path.join(DATA_DIR, backupMarker))),
  ]);
  return { disk: disk && describeDisk(disk), backup: marker && describeBackup(marker.mtime, now) };
}

function describeDisk(disk: { bavail: number; blocks: number; bsize: number }): InstallationState["disk"] {
  const free = disk.bavail * disk.bsize;
  const total = disk.blocks * disk.bsize;
  if (total === 0) return null;
  const freePercent = Math.floor((free / total) * 100);
  return {
    free: formatBytes(free),
    total: formatBytes(total),
    freePercent,
    isLow: freePercent < lowPercent || free < lowBytes,
  };
}

function describeBackup(at: Date, now: Date): NonNullable<InstallationState["backup"]> {
  return { ago: formatTimeAgo(at, now), isOld: now.getTime() - at.getTime() > oldBackupMs };
}
