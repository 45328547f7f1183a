import { randomUUID } from "node:crypto";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import { environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { createLocalStorage } from "#app/features/storage/server/local-storage.server.ts";
import { inspectSqliteCopy } from "#db/backup/copy-sqlite.ts";
import { compareRows, DamagedCopy } from "#db/backup/database-copy.ts";
import { loadPostgres, migrationsUpTo } from "#db/backup/dump-postgres.ts";
import { refuseLaterVersion } from "#db/store.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupFolder, openBackupFolder } from "./backup-folder.server.ts";
import { noteTrial } from "./backup-notes.server.ts";
import {
  endSwap,
  type RestoreJournal,
  readJournal,
  replaced,
  swapBack,
  swapIn,
} from "./restore-journal.server.ts";
import { addRestorePoint, restorePointsFolder } from "./restore-points.server.ts";
import type { Snapshot } from "./snapshot.ts";

/** The schema of a trial; its transaction is rolled back. */
const trialSchema = "mugen_trial";
const tokenKey = "restored_by";

/**
 * Restores a snapshot in a trial and throws it away: every chunk is read and compared with its name, the database is opened and its
 * rows are counted. Changes nothing but the note for the console. Throws `BackupError` for what is wrong.
 */
export async function tryRestore(
  folder: BackupFolder,
  name: string,
  now: Date = new Date(),
): Promise<Snapshot> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  const snapshot = await readSuitable(folder, name);
  const staging = path.join(dataDir, "trial-restore");
  try {
    await stage(folder, snapshot, staging, { keepFiles: false });
    if (url)
      await onPostgres(url, async (client) => {
        await client.query("begin");
        await client.query(`create schema ${trialSchema}`);
        await loadPostgres({ client, copy: copyOf(folder, snapshot), schema: trialSchema });
        await client.query("rollback");
      });
  } catch (error) {
    const failure = asBackupError(error);
    await noteTrial({
      name,
      at: now.toISOString(),
      error: failure instanceof Error ? failure.message : String(error),
    });
    throw failure;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  await noteTrial({ name, at: now.toISOString(), error: null });
  return snapshot;
}

/**
 * Makes this installation what it was when the snapshot was taken; no server may run on it. What was there goes to a folder
 * `before-restore-…` in the data folder (of Postgres its files; its database becomes a restore point). All is read, compared and
 * counted before anything is replaced. A kill at any moment leaves the old or the new installation, as `recoverRestore` finds.
 * Returns the folder's name. Throws `BackupError`; nothing has changed then.
 */
export async function restoreSnapshot(folder: BackupFolder, name: string): Promise<string> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  const snapshot = await readSuitable(folder, name);
  const staging = path.join(dataDir, "restore-staging");
  await rm(staging, { recursive: true, force: true });
  try {
    await stage(folder, snapshot, staging, { keepFiles: true });
    crashPoint("restore-staged");
    const journal = await beginJournal(url, dataDir, snapshot);
    try {
      await swapIn({ dataDir, staging, journal });
      crashPoint("restore-swapped");
      if (url) await replaceDatabase(url, copyOf(folder, snapshot), journal.token ?? "");
      crashPoint("restore-committed");
    } catch (error) {
      await swapBack(dataDir, journal);
      throw error;
    }
    await endSwap(dataDir, journal);
    return journal.before;
  } catch (error) {
    throw asBackupError(error);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Ends a restore that was killed: by its end where its database counts already, else by going back. Null where none was. */
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

/** Puts back what the restore into `before` has replaced; what it had restored is gone. */
export async function undoRestore(before: string): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  const journal = await readJournal(dataDir, before);
  if (journal === null) throw new BackupError(`there is no restore to undo in ${before}`);
  if (url) {
    if (journal.restorePoint === null) throw new BackupError("there was no database before the restore");
    const points = await openBackupFolder({ folder: restorePointsFolder(), passphrase: undefined });
    const copy = copyOf(points, await readSuitable(points, journal.restorePoint));
    await replaceDatabase(url, copy, "").catch((error) => {
      throw asBackupError(error);
    });
  }
  await swapBack(dataDir, journal);
}

/** The snapshot `name`. Throws `BackupError` when it is of another kind of database or of a later version. */
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
  await refuseLaterVersion(dialect, migration).catch((error) => {
    throw asBackupError(error);
  });
  return snapshot;
}

/** Writes files and the SQLite database of a snapshot below `staging`, compares all, and with `keepFiles` false keeps no file. */
async function stage(
  folder: BackupFolder,
  snapshot: Snapshot,
  staging: string,
  o: { keepFiles: boolean },
): Promise<void> {
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const { files, database, installationId } = snapshot;
  if (files) {
    const storage = createLocalStorage({ root: path.join(staging, "files") });
    await mkdir(path.join(staging, "files"), { mode: 0o700 });
    for (const file of files) {
      if (o.keepFiles) await storage.put(file.key, folder.read(file));
      else for await (const _chunk of folder.read(file));
    }
    if (installationId !== null) await storage.setOwner(installationId);
    storage.close();
  }
  if (database.dialect !== "sqlite") return;
  const [part] = database.parts;
  if (!part) throw new DamagedCopy("the snapshot has no database");
  const target = path.join(staging, "mugen.sqlite");
  await writeFile(target, folder.read(part), { mode: 0o600, flush: true });
  compareRows(database.rows, (await inspectSqliteCopy(target)).rows);
  // Of the look at it.
  for (const suffix of ["-wal", "-shm"]) await rm(target + suffix, { force: true });
}

async function beginJournal(
  url: string | undefined,
  dataDir: string,
  snapshot: Snapshot,
): Promise<RestoreJournal> {
  const existed: string[] = [];
  for (const name of replaced) {
    // A restore point leaves the files as they are.
    if (name === "files" && snapshot.files === null) continue;
    const isThere = await access(path.join(dataDir, name)).then(
      () => true,
      () => false,
    );
    if (isThere) existed.push(name);
  }
  const before = `before-restore-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  if (!url) return { before, existed, token: null, restorePoint: null };
  const token = randomUUID();
  if ((await findToken(url)) === undefined) return { before, existed, token, restorePoint: null };
  return { before, existed, token, restorePoint: await addRestorePoint() };
}

const copyOf = (folder: BackupFolder, { database }: Snapshot) => ({
  ...database,
  parts: database.parts.map((part) => ({ ...part, read: () => folder.read(part) })),
});

/** Replaces all tables in one transaction, which leaves `token` in them. The queue's jobs go: open work is found in the rows. */
async function replaceDatabase(url: string, copy: ReturnType<typeof copyOf>, token: string): Promise<void> {
  await onPostgres(url, async (client) => {
    const { rows: others } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1",
    );
    if (others.length > 0)
      throw new BackupError("something is connected to the database: stop all servers and workers first");
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

/** What the last restore has left in the database; null for none, undefined where there are no tables. */
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

async function onPostgres<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const asBackupError = (error: unknown) =>
  error instanceof DamagedCopy || (error instanceof Error && error.name === "DatabaseNotReady")
    ? new BackupError(error.message)
    : error;
