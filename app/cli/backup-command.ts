import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { BackupInUse } from "#app/features/backup/backup-error.ts";
import { type BackupFolder, openBackupFolder } from "#app/features/backup/backup-folder.server.ts";
import { lastTrial } from "#app/features/backup/backup-notes.server.ts";
import { isBucketAddress } from "#app/features/backup/backup-place.server.ts";
import { isInDataFolder } from "#app/features/backup/check-backup-place.server.ts";
import { tryRestore } from "#app/features/backup/restore-snapshot.server.ts";
import { momentOf } from "#app/features/backup/snapshot.ts";
import { takeBackup } from "#app/features/backup/take-backup.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { CommandError, parseArguments, print, runStandalone, UsageError } from "./command.ts";
import { asCommandError } from "./expected-errors.ts";

const usage = `Usage: npm run backup -- [--to FOLDER|s3://BUCKET/PREFIX] [--list | --nightly]

Takes a backup of database and files while the server runs, into a folder or a bucket (BACKUP_TO). What is there already is not
stored again; BACKUP_PASSPHRASE encrypts. Of older ones stay the last of 7 days, 4 weeks and 6 months.
  --to FOLDER  where to; s3://… is on the server of S3_ENDPOINT
  --list       shows the backups that are there, and takes none
  --nightly    as the server does each night: takes a backup, and each week restores it in a trial`;

const weekMs = 7 * dayMs;

/** `npm run backup`. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runStandalone(usage, () => {
    const { values } = parseArguments(() =>
      parseArgs({
        args,
        options: { to: { type: "string" }, list: { type: "boolean" }, nightly: { type: "boolean" } },
      }),
    );
    const settings = environment();
    if (values.list && values.nightly) throw new UsageError("--list takes no backup: leave --nightly out");
    const to = values.to ?? settings.BACKUP_TO;
    if (!to) throw new UsageError("--to or BACKUP_TO names the folder");
    const target = isBucketAddress(to) ? to : path.resolve(to);
    if (isInDataFolder(to))
      throw new CommandError("the folder of backups must not be in DATA_DIR: both would be lost together");
    return () =>
      work({ target, isList: values.list ?? false, isNightly: values.nightly ?? false }).catch(
        asCommandError,
      );
  });
}

async function work(o: { target: string; isList: boolean; isNightly: boolean }): Promise<void> {
  const { BACKUP_PASSPHRASE: passphrase, DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  // Before a folder is made for nothing.
  if (!o.isList && !url) requireSqlite(dataDir);
  const folder = await openBackupFolder({ folder: o.target, passphrase, writing: !o.isList }).catch(
    (error: unknown) => {
      if (o.isNightly && error instanceof BackupInUse) return error;
      throw error;
    },
  );
  // Another host takes that of this night, or somebody takes one by hand: no failure.
  if (folder instanceof BackupInUse) return print(folder.message);
  try {
    if (o.isList)
      for (const name of await folder.snapshots())
        print(`${name}  ${formatDateTime(momentOf(name))} (Tokyo)`);
    else await take(folder, o.isNightly);
  } finally {
    await folder.release();
  }
}

function requireSqlite(dataDir: string): void {
  if (!existsSync(path.join(dataDir, "mugen.sqlite")))
    throw new CommandError(`there is no database in ${dataDir}: set DATA_DIR`);
}

async function take(folder: BackupFolder, isNightly: boolean): Promise<void> {
  const began = Date.now();
  const { name, snapshot, kept, damaged } = await takeBackup(folder);
  const rows = Object.values(snapshot.database.rows).reduce((sum, count) => sum + count, 0);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  print(
    `${name}  rows: ${rows}, files: ${snapshot.files?.length ?? 0}, ${seconds} s; backups there: ${kept.length}`,
  );
  for (const each of damaged)
    console.error(
      `${each} is damaged: nothing can be restored from it, and no room is freed as long as the backup has snapshots/${each}`,
    );
  const trial = isNightly ? await lastTrial() : undefined;
  if (trial === undefined || (trial?.error === null && Date.now() - Date.parse(trial.at) < weekMs)) return;
  await tryRestore(folder, name);
  print(`${name}  restored in a trial: all files, rows and references are whole`);
}
