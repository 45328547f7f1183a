import { statfs } from "node:fs/promises";
import { environment } from "#app/config/environment.ts";
import { lastBackupAt, lastTrial } from "#app/features/backup/backup-notes.server.ts";
import { findNewerVersion, type NewestVersion } from "#app/features/health/newer-version.server.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { formatBytes } from "./units.ts";

export interface InstallationState {
  /** 「空き 12.3 GB（41%）」; null where the system does not tell. */
  disk: { free: string; total: string; freePercent: number; isLow: boolean } | null;
  backup: { ago: string; isOld: boolean } | null;
  /** The last trial of restoring a backup; null without one. */
  trial: { ago: string; isOld: boolean; error: string | null } | null;
  /** Newer than this program; null without one, and unless the settings say whom to ask. */
  newerVersion: NewestVersion | null;
}

const lowPercent = 10;
const lowBytes = 1e9;
const oldBackupMs = 48 * hourMs;
/** Twice the time between two trials, and a day. */
const oldTrialMs = 15 * dayMs;

export async function readInstallationState(now: Date = new Date()): Promise<InstallationState> {
  const { DATA_DIR } = environment();
  const [disk, backupAt, trial, newerVersion] = await Promise.all([
    statfs(DATA_DIR).catch(() => null),
    lastBackupAt(now),
    lastTrial(now),
    findNewerVersion(),
  ]);
  return {
    disk: disk && describeDisk(disk),
    backup: backupAt && describeAge(backupAt, now, oldBackupMs),
    trial: trial && { ...describeAge(new Date(trial.at), now, oldTrialMs), error: trial.error },
    newerVersion,
  };
}

/** Whether いま必要なこと warns. That no backup was ever made is told where they should be made by themselves. */
export async function hasWarnings(now: Date): Promise<boolean> {
  const { disk, backup, trial } = await readInstallationState(now);
  const lacksBackup = backup ? backup.isOld : environment().BACKUP_TO !== undefined;
  return Boolean(disk?.isLow || lacksBackup || trial?.isOld || trial?.error);
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

function describeAge(at: Date, now: Date, oldMs: number): { ago: string; isOld: boolean } {
  return { ago: formatTimeAgo(at, now), isOld: now.getTime() - at.getTime() > oldMs };
}
