import path from "node:path";
import { parseArgs } from "node:util";
import { environment } from "#app/config/environment.ts";
import { type BackupFolder, openBackupFolder } from "#app/features/backup/backup-folder.server.ts";
import { isBucketAddress } from "#app/features/backup/backup-place.server.ts";
import { readJournal } from "#app/features/backup/restore-journal.server.ts";
import { restorePointsFolder } from "#app/features/backup/restore-points.server.ts";
import {
  recoverRestore,
  restoreSnapshot,
  tryRestore,
  undoRestore,
} from "#app/features/backup/restore-snapshot.server.ts";
import { snapshotName } from "#app/features/backup/snapshot.ts";
import { type AccountStates, readAccountStates } from "#db/backup/account-states.ts";
import { DataFolderInUse, lockDataFolder } from "#db/lock-data-folder.ts";
import {
  CommandError,
  parseArguments,
  parseTime,
  print,
  runStandalone,
  sanitizeForTerminal,
  UsageError,
} from "./command.ts";
import { asCommandError } from "./expected-errors.ts";

const usage = `Usage: npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--at MOMENT] [--check]
       npm run restore -- --undo FOLDER
       npm run restore -- --recover

Makes this installation what it was when a backup was taken. Stop the server first.
  --from FOLDER  where the backups are (BACKUP_TO); "restore-points": those that updates have left in DATA_DIR
  --at MOMENT    the last one that is not after this moment, else the newest: a name that backup --list shows, or
                 2026-11-27 or 2026-11-27T04:30, in Tokyo unless it ends with Z or +09:00
  --check        reads and restores it in a trial, and changes nothing; beside a running server too
  --undo FOLDER  goes back to what a restore has replaced: the folder before-restore-… that it named
  --recover      ends a restore that was interrupted`;

/** `npm run restore`. Returns the exit code. */
export function run(args: string[]): Promise<number> {
  return runStandalone(usage, () => {
    const { values } = parseArguments(() =>
      parseArgs({
        args,
        options: {
          from: { type: "string" },
          at: { type: "string" },
          undo: { type: "string" },
          check: { type: "boolean" },
          recover: { type: "boolean" },
        },
      }),
    );
    const settings = environment();
    const { undo } = values;
    if ((values.recover || undo !== undefined) && Object.keys(values).length > 1)
      throw new UsageError("--undo and --recover go with nothing else");
    if (values.recover) return () => alone(() => recover());
    if (undo !== undefined)
      return () => alone(() => undoRestore(path.basename(undo)).then(() => print("undone")));
    const from = values.from ?? settings.BACKUP_TO;
    if (!from) throw new UsageError("--from or BACKUP_TO names the folder");
    const until = values.at === undefined ? undefined : parseMoment(values.at);
    const isPoint = from === "restore-points";
    const source = isPoint
      ? { folder: restorePointsFolder(), passphrase: undefined }
      : { folder: isBucketAddress(from) ? from : path.resolve(from), passphrase: settings.BACKUP_PASSPHRASE };
    return async () => {
      const folder = await openBackupFolder(source).catch(asCommandError);
      const name = await findSnapshot(folder, until).catch(asCommandError);
      if (values.check) return check(folder, name);
      await alone(async () => {
        if (await recoverRestore()) print("an interrupted restore was ended first");
        const place = { url: settings.DATABASE_URL, dataDir: settings.DATA_DIR };
        const replaced = await readAccountStates(place);
        const before = await restoreSnapshot(folder, name);
        print(
          `${name}  restored. What was there: ${before} in DATA_DIR (delete it when all is well, or --undo ${before})`,
        );
        for (const line of describeUndone(replaced, await readAccountStates(place))) print(line);
      });
    };
  });
}

/** What was done to accounts since the backup, which the restore has undone: somebody wanted it, or had to do it. */
function describeUndone(replaced: AccountStates | null, restored: AccountStates | null): string[] {
  if (!replaced || !restored) return [];
  const back = [...restored.members.keys()].filter((id) => !replaced.members.has(id));
  const open = [...restored.members].flatMap(([id, state]) => {
    const was = replaced.members.get(id);
    return (was === "denied" || was === "suspended") && state !== was ? [`${id} (${was})`] : [];
  });
  const operators = [...restored.operators].filter((name) => !replaced.operators.has(name));
  return [
    ...listed("Accounts that had been deleted are back", back),
    ...listed("Accounts that had been shut out are as before that", open),
    ...listed("Operators who had been switched off can sign in", operators.map(sanitizeForTerminal)),
  ];
}

const listed = (what: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${what} (${items.length}):`, ...items.map((item) => `  ${item}`)] : [];

async function check(folder: BackupFolder, name: string): Promise<void> {
  const { database, files, version } = await tryRestore(folder, name).catch(asCommandError);
  const rows = Object.values(database.rows).reduce((sum, count) => sum + count, 0);
  print(`${name}  whole: ${rows} rows, ${files?.length ?? "no"} files, taken by version ${version}`);
}

async function recover(): Promise<void> {
  if ((await readJournal(environment().DATA_DIR)) === null)
    throw new CommandError("no restore was interrupted");
  const how = await recoverRestore();
  print(
    how === "finished"
      ? "the restore had ended: the restored installation stays"
      : "undone: all is as it was before",
  );
}

async function alone(work: () => Promise<void>): Promise<void> {
  const lock = environment().DATABASE_URL ? null : lockStoppedInstallation(environment().DATA_DIR);
  try {
    await work().catch(asCommandError);
  } finally {
    lock?.release();
  }
}

function lockStoppedInstallation(dataDir: string) {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new CommandError("a server is running: stop it first");
    throw error;
  }
}

async function findSnapshot(folder: BackupFolder, until: string | undefined): Promise<string> {
  const names = await folder.snapshots();
  // What a clock that was ahead has named is older than it says. Where all are later, it is this clock that is wrong.
  const newest = names.findLast((each) => each <= snapshotName(new Date())) ?? names.at(-1);
  const name = until === undefined ? newest : names.findLast((each) => each <= until);
  if (name === undefined)
    throw new CommandError(names.length === 0 ? "there is no backup" : "no backup is that old");
  return name;
}

/** The latest snapshot name that the moment allows. Throws `UsageError`. */
function parseMoment(text: string): string {
  const moment = parseTime(text.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"), { end: true });
  if (moment === null)
    throw new UsageError(`--at takes a moment such as 2026-11-27 or 2026-11-27T04:30, not "${text}"`);
  return snapshotName(moment);
}
