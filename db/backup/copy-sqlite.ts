import { createReadStream } from "node:fs";
import path from "node:path";
import type { Database } from "better-sqlite3";
import { addSearchFunctions, describeOrphans, findLastMigration } from "#db/sqlite.ts";
import { DatabaseNotReady } from "#db/store.ts";
import { DamagedCopy, type DatabaseCopy } from "./database-copy.ts";

/**
 * Copies the database to `target` at one moment while others write; unchanged pages keep their place. Checks the copy
 * (`inspectSqliteCopy`). Throws `DatabaseNotReady` without a database.
 */
export async function copySqlite(o: { dataDir: string; target: string }): Promise<DatabaseCopy> {
  const { default: Sqlite } = await import("better-sqlite3");
  const file = path.join(o.dataDir, "mugen.sqlite");
  const source = openExisting(() => new Sqlite(file, { readonly: true, fileMustExist: true }), o.dataDir);
  try {
    // Without its own transaction the copy would restart at each write.
    source.exec("BEGIN");
    source.prepare("select count(*) from sqlite_master").get();
    await source.backup(o.target);
  } finally {
    source.close();
  }
  return inspectSqliteCopy(o.target);
}

/** Throws `DamagedCopy` if pages or references are broken. */
export async function inspectSqliteCopy(file: string): Promise<DatabaseCopy> {
  const { default: Sqlite } = await import("better-sqlite3");
  const copy = addSearchFunctions(new Sqlite(file, { readonly: true, fileMustExist: true }));
  try {
    if (copy.pragma("quick_check(1)", { simple: true }) !== "ok")
      throw new DamagedCopy("the copy of the database is not whole");
    const orphans = describeOrphans(copy);
    if (orphans) throw new DamagedCopy(`the copy of the database has ${orphans}`);
    return {
      dialect: "sqlite",
      migration: Number(findLastMigration(copy) ?? 0),
      rows: countRows(copy),
      counters: {},
      installationId: findInstallationId(copy),
      parts: [{ name: "mugen.sqlite", columns: [], read: () => createReadStream(file) }],
    };
  } finally {
    copy.close();
  }
}

function countRows(connection: Database): Record<string, number> {
  const tables = connection
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map((name) => [name, Number(connection.prepare(`select count(*) from "${name}"`).pluck().get())]),
  );
}

function findInstallationId(connection: Database): string | null {
  const table = connection.prepare("select 1 from sqlite_master where name = 'settings'").get();
  if (!table) return null;
  const id = connection.prepare("select value from settings where key = 'installation_id'").pluck().get();
  return typeof id === "string" ? id : null;
}

function openExisting(open: () => Database, dataDir: string): Database {
  try {
    return open();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_CANTOPEN")
      throw new DatabaseNotReady(`there is no database in ${dataDir}`);
    throw error;
  }
}
