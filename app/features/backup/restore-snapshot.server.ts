import { randomUUID } from "node:crypto";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import { environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { folderStorageIn } from "#app/features/storage/server/audio-storage.server.ts";
import { inspectSqliteCopy } from "#db/backup/copy-sqlite.ts";
import { compareRows, DamagedCopy } from "#db/backup/database-copy.ts";
import { loadPostgres, migrationsUpTo } from "#db/backup/dump-postgres.ts";
import { hasOtherClients, onPostgres } from "#db/backup/on-postgres.ts";
import { refuseLaterVersion } from "#db/store.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupFolder, openBackupFolder } from "./backup-folder.server.ts";
import { recordTrial } from "./backup-notes.server.ts";
import { restoreFilesToBucket } from "./restore-files-to-bucket.server.ts";
import {
  beginUndo,
  endSwap,
  type RestoreJournal,
  readJournal,
  replacedBy,
  swapBack,
  swapIn,
} from "./restore-journal.server.ts";
import { addRestorePoint, restorePointsFolder } from "./restore-points.server.ts";
import { inScratchFolder } from "./scratch-folder.server.ts";
import type { Snapshot } from "./snapshot.ts";

const trialSchema = "mugen_trial";
const tokenKey = "restored_by";

/**
 * Tries a restore: checks every chunk's hash, opens the database and counts its rows. Changes only the console's note. Throws
 * `BackupError` for what is wrong.
 */
export async function tryRestore(folder: BackupFolder, name: string): Promise<Snapshot> {
  const at = new Date().toISOString();
  const { DATABASE_URL: url } = environment();
  const snapshot = await inScratchFolder("trial-restore", async (staging) => {
    try {
      const read = await readSuitable(folder, name);
      await stage(folder, read, staging, { keepFiles: false });
      if (url)
        await onPostgres(url, async (client) => {
          await client.query("begin");
          await client.query(`create schema ${trialSchema}`);
          await loadPostgres({ client, copy: copyOf(folder, read), schema: trialSchema });
          await client.query("rollback");
        });
      return read;
    } catch (error) {
      const failure = asBackupError(error);
      await recordTrial({ name, at, error: failure instanceof Error ? failure.message : String(error) });
      throw failure;
    }
  });
  await recordTrial({ name, at, error: null });
  return snapshot;
}

/**
 * Restores a snapshot; no server may run. Old files go to `before-restore-…` in the data folder, a Postgres database becomes a
 * restore point. Checks everything before replacing anything. A kill at any moment leaves the old or the new installation
 * (`recoverRestore`), and so does a database that can't be asked any more whether it was replaced. Returns the folder's name.
 * Throws `BackupError`, with nothing changed.
 */
export async function restoreSnapshot(folder: BackupFolder, name: string): Promise<string> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  const snapshot = await readSuitable(folder, name);
  const staging = path.join(dataDir, "restore-staging");
  await rm(staging, { recursive: true, force: true });
  try {
    await stage(folder, snapshot, staging, { keepFiles: true });
    crashPoint("restore-staged");
    const journal = await beginJournal({ url, dataDir, snapshot, name });
    try {
      await swapIn({ dataDir, staging, journal });
      crashPoint("restore-swapped");
      if (url) await replaceDatabase(url, copyOf(folder, snapshot), journal.token ?? "");
      crashPoint("restore-committed");
    } catch (error) {
      // A commit whose answer was lost counts: its database needs the files that were swapped in.
      if (!url || (await findToken(url)) !== journal.token) {
        await swapBack(dataDir, journal);
        throw error;
      }
    }
    await endSwap(dataDir, journal);
    return journal.before;
  } catch (error) {
    throw asBackupError(error);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Finishes a killed restore if its database counts already, else undoes it. Null if there was none. */
export async function recoverRestore(): Promise<"finished" | "undone" | null> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  const journal = await readJournal(dataDir);
  if (journal === null) return null;
  if (url && (await findToken(url)) === journal.token) {
    await endSwap(dataDir, journal);
    return "finished";
  }
  await swapBack(dataDir, journal);
  return "undone";
}

/** Undoes the restore into `before`; the restored data is lost. Killed, it is ended by `recoverRestore`. */
export async function undoRestore(before: string): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  if ((await readJournal(dataDir)) !== null)
    throw new BackupError("a restore was interrupted: end it first with npm run restore -- --recover");
  const journal = await readJournal(dataDir, before);
  if (journal === null) throw new BackupError(`there is no restore to undo in ${before}`);
  if (url && journal.restorePoint === null) throw new BackupError("there was no database before the restore");
  await beginUndo(dataDir, journal);
  crashPoint("undo-begun");
  if (url && journal.restorePoint !== null) {
    const undone = randomUUID();
    try {
      const points = await openBackupFolder({ folder: restorePointsFolder(), passphrase: undefined });
      await replaceDatabase(url, copyOf(points, await readSuitable(points, journal.restorePoint)), undone);
    } catch (error) {
      if ((await findToken(url)) !== undone) {
        await endSwap(dataDir, journal);
        throw asBackupError(error);
      }
    }
  }
  await swapBack(dataDir, journal);
}

/** Throws `BackupError` for another kind of database or a later version. */
async function readSuitable(folder: BackupFolder, name: string): Promise<Snapshot> {
  const snapshot = await folder.readSnapshot(name);
  const { dialect, migration } = snapshot.database;
  const own = environment().DATABASE_URL ? "postgres" : "sqlite";
  if (dialect !== own)
    throw new BackupError(
      dialect === "sqlite"
        ? "the backup is of SQLite: restore it with DATABASE_URL unset"
        : "the backup is of Postgres: restore it with DATABASE_URL set",
    );
  await refuseLaterVersion(dialect, migration).catch(() => {
    throw new BackupError(
      "the backup was taken by a later version of Mugen: restore it with that version, or an older one with --at",
    );
  });
  return snapshot;
}

/** Writes and checks the snapshot's files and SQLite database below `staging`; `keepFiles` false discards the files. */
async function stage(
  folder: BackupFolder,
  snapshot: Snapshot,
  staging: string,
  o: { keepFiles: boolean },
): Promise<void> {
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const { files, database, installationId } = snapshot;
  if (files && !o.keepFiles) for (const file of files) for await (const _chunk of folder.read(file));
  if (files && o.keepFiles && environment().STORAGE === "s3")
    await restoreFilesToBucket({ files, read: folder.read, installationId });
  if (files && o.keepFiles && environment().STORAGE === "local") {
    const storage = folderStorageIn(path.join(staging, "files"));
    await mkdir(path.join(staging, "files"), { mode: 0o700 });
    for (const file of files) await storage.put(file.key, folder.read(file));
    if (installationId !== null) await storage.setOwner(installationId);
    storage.close();
  }
  if (database.dialect !== "sqlite") return;
  const [part] = database.parts;
  if (!part) throw new DamagedCopy("the snapshot has no database");
  const target = path.join(staging, "mugen.sqlite");
  await writeFile(target, folder.read(part), { mode: 0o600, flush: true });
  compareRows(database.rows, (await inspectSqliteCopy(target)).rows);
  // Left by the check.
  for (const suffix of ["-wal", "-shm"]) await rm(target + suffix, { force: true });
}

async function beginJournal(o: {
  url: string | undefined;
  dataDir: string;
  snapshot: Snapshot;
  name: string;
}): Promise<RestoreJournal> {
  const { url, dataDir, snapshot, name: restored } = o;
  // Earlier than the replacement: a vain try would add a restore point, and move files away under what runs.
  if (url) await onPostgres(url, requireAlone);
  const replaces = replacedBy(snapshot, environment().STORAGE);
  const existed: string[] = [];
  for (const name of replaces) if (await isThere(path.join(dataDir, name))) existed.push(name);
  const before = await nameBefore(dataDir);
  if (!url) return { before, replaces, existed, token: null, restorePoint: null };
  const token = randomUUID();
  if ((await findToken(url)) === undefined) return { before, replaces, existed, token, restorePoint: null };
  return { before, replaces, existed, token, restorePoint: await addRestorePoint(restored) };
}

const isThere = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  );

/** Prevents that a restore fails on the folder of another one in the same second, and undoes that one instead of itself. */
async function nameBefore(dataDir: string): Promise<string> {
  const name = `before-restore-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  let free = name;
  for (let count = 2; await isThere(path.join(dataDir, free)); count++) free = `${name}-${count}`;
  return free;
}

/** Throws `BackupError` while a server, worker or command is connected. */
async function requireAlone(client: Client): Promise<void> {
  if (await hasOtherClients(client))
    throw new BackupError("something is connected to the database: stop all servers and workers first");
}

const copyOf = (folder: BackupFolder, { database }: Snapshot) => ({
  ...database,
  parts: database.parts.map((part) => ({ ...part, read: () => folder.read(part) })),
});

/** Replaces all tables and stores `token` in one transaction. Jobs are dropped: the rows show what work is open. */
async function replaceDatabase(url: string, copy: ReturnType<typeof copyOf>, token: string): Promise<void> {
  await onPostgres(url, async (client) => {
    await requireAlone(client);
    await client.query("begin");
    await client.query("drop schema if exists drizzle, jobs cascade");
    await client.query(
      "drop schema if exists public cascade; create schema public; grant usage on schema public to public",
    );
    await loadPostgres({ client, copy, schema: "public" });
    await client.query(
      "create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    for (const { hash, folderMillis } of await migrationsUpTo(copy.migration))
      await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        hash,
        folderMillis,
      ]);
    await client.query(
      "insert into public.settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [tokenKey, token],
    );
    await client.query("commit");
  });
}

/** The last restore's token; null for none, undefined without tables. */
async function findToken(url: string): Promise<string | null | undefined> {
  return onPostgres(url, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>(
      "select to_regclass('public.settings') is not null as there",
    );
    if (!found[0]?.there) return undefined;
    const { rows } = await client.query<{ value: string }>(
      "select value from public.settings where key = $1",
      [tokenKey],
    );
    return rows[0]?.value ?? null;
  });
}

const asBackupError = (error: unknown) =>
  error instanceof DamagedCopy || (error instanceof Error && error.name === "DatabaseNotReady")
    ? new BackupError(error.message)
    : error;
