import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { currentTick } from "#app/lib/event-loop.ts";
import * as schema from "#db/schema/index.ts";
import { foldText, gramTokens } from "#db/search/text.ts";
import { adoptSqlite } from "./adopt-installation.ts";
import { isDamaged, isLocked } from "./errors.ts";
import { dropStatisticsOfSmallTables, stabilizePlans } from "./query-plans.ts";
import {
  asDb,
  DatabaseNotReady,
  DatabaseReadOnly,
  isOlder,
  migrationsFolder,
  refuseLaterVersion,
  refuseLostDatabase,
  requireMigrated,
  type Schema,
  type Store,
} from "./store.ts";

/** How long a transaction waits while another program holds the lock (ms). */
const maxLockWaitMs = 5000;
const lockRetryMs = 20;

/** Databases opened by this process: their versions count from the same number. */
let openedCount = 0;

/**
 * Opens `mugen.sqlite` in `dataDir`: a read-only connection, and a writer on which transactions take turns. `migrate` applies
 * migrations and creates a missing file; without it either need throws `DatabaseNotReady`, as does what `inspectSqlite`
 * refuses. While another program holds the lock, transactions wait for `lockWaitMs`, then reject with SQLITE_BUSY.
 */
export async function openSqlite(options: {
  dataDir: string;
  migrate: boolean;
  beforeMigration?: (() => Promise<void>) | undefined;
  lockWaitMs?: number;
}): Promise<Store> {
  const { lockWaitMs = maxLockWaitMs } = options;
  const file = fileIn(options.dataDir);
  if (!options.migrate && !existsSync(file))
    throw new DatabaseNotReady(
      `there is no database in ${options.dataDir}: start the server once, or set DATA_DIR`,
    );
  await inspectSqlite({ file, dataDir: options.dataDir });
  const { default: Database } = await import("better-sqlite3");
  const { drizzle } = await import("drizzle-orm/better-sqlite3");
  const writer = stabilizePlans(new Database(file));
  const writes = drizzle(writer, { schema: asSqliteSchema(schema), casing: "snake_case" });
  try {
    await prepareWriter(writer, writes, options);
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = stabilizePlans(new Database(file, { readonly: true }));
  reader.pragma("busy_timeout = 0");
  const reads = asDb(drizzle(reader, { schema: asSqliteSchema(schema), casing: "snake_case" }));
  const tx = asDb(writes);
  // Changes on the reader when another connection commits.
  const dataVersion = reader.prepare("PRAGMA data_version").pluck();
  const opening = ++openedCount;
  let known: { version: string; turn: number } | null = null;
  const versionNow = () => {
    if (known?.turn !== currentTick())
      known = { version: `${opening} ${dataVersion.get()}`, turn: currentTick() };
    return known.version;
  };
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    read: reads,
    primary: reads,
    version: async () => versionNow(),
    versionNow,
    write(work) {
      const deadline = Date.now() + lockWaitMs;
      const thisWrite = lastWrite.then(async () => {
        await beginImmediate(writer, deadline);
        try {
          const result = await work(tx);
          writer.exec("COMMIT");
          known = null;
          return result;
        } catch (error) {
          if (writer.inTransaction) writer.exec("ROLLBACK");
          throw error;
        }
      });
      lastWrite = thisWrite.catch(() => {});
      return thisWrite;
    },
    async close() {
      await lastWrite;
      reader.close();
      try {
        writer.pragma("optimize");
      } catch {
        // Best effort: older statistics serve too.
      }
      writer.close();
    },
  };
}

/** Called by the triggers of the search indexes. */
export function addSearchFunctions(connection: Database): Database {
  connection.function("search_grams", { deterministic: true }, gramTokens);
  return connection.function("fold_text", { deterministic: true }, (text) => foldText(String(text ?? "")));
}

/** `user_version` from before a migration until its references were checked, whenever the process ends. */
const uncheckedReferences = 1;

/**
 * After a migration alone: it reads every reference, a second for each half a million, and what other programs have left must not
 * prevent a start. Throws `DatabaseNotReady` for rows without their parent.
 */
function checkReferences(writer: Database): void {
  if (writer.pragma("user_version", { simple: true }) !== uncheckedReferences) return;
  const orphans = describeOrphans(writer);
  if (orphans)
    throw new DatabaseNotReady(
      `the database has ${orphans}; start again then, or go back to the restore point from before the update (docs/deploy.md, Backup)`,
    );
  writer.pragma("user_version = 0");
}

/** The first rows whose parent is missing, by table and rowid, and what to do; null without one. */
export function describeOrphans(connection: Database): string | null {
  const rows = connection
    .prepare<[], string>(
      `select "table" || ' ' || coalesce(rowid, '') || ' (of ' || parent || ')' from pragma_foreign_key_check limit 5`,
    )
    .pluck()
    .all();
  return rows.length > 0 ? `rows without their parent, to be deleted with sqlite3: ${rows.join(", ")}` : null;
}

/** Also migrates or checks the schema. */
async function prepareWriter(
  writer: Database,
  writes: BetterSQLite3Database<Record<string, never>>,
  options: { migrate: boolean; beforeMigration?: (() => Promise<void>) | undefined },
): Promise<void> {
  const { migrate } = await import("drizzle-orm/better-sqlite3/migrator");
  writer.pragma("journal_mode = WAL");
  writer.pragma("synchronous = FULL");
  writer.pragma(`busy_timeout = ${maxLockWaitMs}`);
  addSearchFunctions(writer);
  if (options.migrate) {
    const { default: Database } = await import("better-sqlite3");
    if (await isOlder("sqlite", findLastMigration(writer))) {
      await options.beforeMigration?.();
      writer.pragma(`user_version = ${uncheckedReferences}`);
    }
    await adoptSqlite(writer, () => addSearchFunctions(new Database(":memory:")));
    // drizzle-kit rebuilds tables inside a transaction, where foreign keys can't be switched off: left on, DROP TABLE would
    // cascade and delete child rows.
    writer.pragma("foreign_keys = OFF");
    migrate(writes, { migrationsFolder: migrationsFolder("sqlite") });
    writer.pragma("foreign_keys = ON");
    checkReferences(writer);
  } else {
    writer.pragma("foreign_keys = ON");
    await requireMigrated("sqlite", findLastMigration(writer));
  }
  dropStatisticsOfSmallTables(writer);
  // SQLite's own wait would block the process.
  writer.pragma("busy_timeout = 0");
}

/**
 * Opens the database on a full disk: reads only, `write` rejects with `DatabaseReadOnly`. Nobody else can open it: sharing
 * needs a file. Throws `DatabaseNotReady` if it must be created or migrated.
 */
export async function openSqliteReadOnly(options: { dataDir: string }): Promise<Store> {
  const { default: Database } = await import("better-sqlite3");
  const { drizzle } = await import("drizzle-orm/better-sqlite3");
  const reader = stabilizePlans(new Database(fileIn(options.dataDir), { fileMustExist: true }));
  try {
    reader.pragma("locking_mode = EXCLUSIVE");
    reader.pragma("query_only = ON");
    await requireMigrated("sqlite", findLastMigration(reader));
  } catch (error) {
    reader.close();
    throw error;
  }
  const reads = asDb(drizzle(reader, { schema: asSqliteSchema(schema), casing: "snake_case" }));
  return {
    read: reads,
    primary: reads,
    version: async () => "read-only",
    versionNow: () => "read-only",
    write: () => Promise.reject(new DatabaseReadOnly()),
    close: async () => void reader.close(),
  };
}

const fileIn = (dataDir: string) => path.join(dataDir, "mugen.sqlite");

/** Retries while another program holds the lock; at least once. */
async function beginImmediate(writer: Database, deadline: number): Promise<void> {
  for (;;) {
    try {
      writer.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!isLocked(error) || Date.now() >= deadline) throw error;
    }
    await delay(lockRetryMs);
  }
}

/** Built with SQLite's kit (`columns.ts`), though typed as Postgres. */
function asSqliteSchema(tables: Schema): Record<string, never> {
  return tables as unknown as Record<string, never>;
}

/** Larger databases (bytes) are checked whole only after a crash: a second per gigabyte. */
const alwaysCheckedBytes = 64 * 1024 * 1024;

/**
 * Checks before anything is written. Throws `DatabaseNotReady`, with the way back, if damaged, of a later version, or missing
 * or empty beside audio.
 */
async function inspectSqlite({ file, dataDir }: { file: string; dataDir: string }): Promise<void> {
  if (!existsSync(file) || statSync(file).size === 0) {
    refuseLostDatabase(dataDir);
    return;
  }
  const { default: SqliteDatabase } = await import("better-sqlite3");
  try {
    const connection = new SqliteDatabase(file, { readonly: true });
    try {
      if (!isWhole(connection, file)) throw damaged(dataDir);
      await refuseLaterVersion("sqlite", findLastMigration(connection));
      const tables = connection.prepare("select 1 from sqlite_master limit 1").get();
      if (!tables) refuseLostDatabase(dataDir);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw isDamaged(error) ? damaged(dataDir) : error;
  }
}

export function findLastMigration(connection: Database): unknown {
  const table = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  const last = "select max(created_at) from __drizzle_migrations";
  return table ? connection.prepare(last).pluck().get() : null;
}

function isWhole(connection: Database, file: string): boolean {
  const { size } = statSync(file);
  // A closed database leaves no log.
  const wasClosed = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const [pages, pageBytes] = ["page_count", "page_size"].map((name) =>
    Number(connection.pragma(name, { simple: true })),
  );
  if (wasClosed && size < (pages ?? 0) * (pageBytes ?? 0)) return false;
  if (wasClosed && size > alwaysCheckedBytes) return true;
  return connection.pragma("quick_check(1)", { simple: true }) === "ok";
}

const damaged = (dataDir: string) =>
  new DatabaseNotReady(
    `the database in ${dataDir} is damaged: restore the last backup (docs/deploy.md, Backup), or copy what can be read into a new file with "sqlite3 mugen.sqlite .recover"`,
  );
