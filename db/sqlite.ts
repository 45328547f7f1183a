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

/** How long a transaction waits for a program that has the database locked (ms), before it is refused. */
const maxLockWaitMs = 5000;
/** Time between two attempts to begin a transaction meanwhile. */
const lockRetryMs = 20;

/** How many databases this process has opened: their versions count from the same number. */
let openedCount = 0;

/**
 * Opens `mugen.sqlite` in `dataDir`: a read-only connection for reads, and one writer connection that transactions take
 * turns on. With `migrate` pending migrations are applied and a missing file is created. Throws `DatabaseNotReady`
 * without `migrate` when either would be needed, and for a file that `inspectSqlite` refuses. While another program has the database locked, transactions wait for
 * `lockWaitMs`, then reject with SQLITE_BUSY.
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
  // Of the reader's connection: it changes when any other one commits.
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
        // Best effort: older statistics serve as well.
      }
      writer.close();
    },
  };
}

/** Adds what the triggers call that maintain the search indexes. */
export function addSearchFunctions(connection: Database): Database {
  connection.function("search_grams", { deterministic: true }, gramTokens);
  return connection.function("fold_text", { deterministic: true }, (text) => foldText(String(text ?? "")));
}

/** Sets the writer connection up and brings the schema up to date, or checks that it is. */
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
    if (await isOlder("sqlite", findLastMigration(writer))) await options.beforeMigration?.();
    await adoptSqlite(writer, () => addSearchFunctions(new Database(":memory:")));
    // drizzle-kit rebuilds tables inside a transaction, where switching foreign keys off does nothing:
    // left on, the DROP TABLE of a rebuild would cascade and delete the child rows.
    writer.pragma("foreign_keys = OFF");
    migrate(writes, { migrationsFolder: migrationsFolder("sqlite") });
    writer.pragma("foreign_keys = ON");
    const violations = writer.pragma("foreign_key_check");
    if (Array.isArray(violations) && violations.length > 0) {
      throw new Error(`the migration left ${violations.length} rows without their parent`);
    }
  } else {
    writer.pragma("foreign_keys = ON");
    await requireMigrated("sqlite", findLastMigration(writer));
  }
  dropStatisticsOfSmallTables(writer);
  // SQLite waits for a lock without giving the process back: nothing else would be answered.
  writer.pragma("busy_timeout = 0");
}

/**
 * Opens the same database on a full disk: reads only, and `write` rejects with `DatabaseReadOnly`. Nobody else can open it
 * meanwhile: readers that share a database need a file for it, and this one does without. Throws `DatabaseNotReady` when
 * the database would have to be created or migrated.
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

/** Begins a transaction, again and again while another program has the database locked; at least once. */
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

/** The schema was built with the SQLite kit (`columns.ts`), though its type says Postgres. */
function asSqliteSchema(tables: Schema): Record<string, never> {
  return tables as unknown as Record<string, never>;
}

/** A larger database (bytes) is read as a whole only after an end that was none: that takes a second for each gigabyte. */
const alwaysCheckedBytes = 64 * 1024 * 1024;

/**
 * Looks at the database `file` before anything is written. Throws `DatabaseNotReady`, with the way back, when it is damaged or
 * was written by a later version, and when it is missing or empty beside audio in `dataDir`.
 */
async function inspectSqlite(o: { file: string; dataDir: string }): Promise<void> {
  const { file, dataDir } = o;
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

/** Timestamp of the last applied migration; null for none. */
export function findLastMigration(connection: Database): unknown {
  const table = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  const last = "select max(created_at) from __drizzle_migrations";
  return table ? connection.prepare(last).pluck().get() : null;
}

function isWhole(connection: Database, file: string): boolean {
  const { size } = statSync(file);
  // A closed database has no log beside it.
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
