import { existsSync, statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { isDamaged } from "./errors.ts";
import { DatabaseNotReady, refuseLaterVersion, refuseLostDatabase } from "./store.ts";

/** A larger database (bytes) is read as a whole only after an end that was none: that takes a second for each gigabyte. */
const alwaysCheckedBytes = 64 * 1024 * 1024;

/**
 * Looks at the database `file` before anything is written. Throws `DatabaseNotReady`, with the way back, when it is damaged or
 * was written by a later version, and when it is missing or empty beside audio in `dataDir`.
 */
export async function inspectSqlite(o: { file: string; dataDir: string }): Promise<void> {
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
