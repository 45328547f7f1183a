import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { projectRoot } from "../app/config/project-root.ts";
import type { Dialect } from "./columns.ts";
import type * as schema from "./schema/index.ts";

export type Schema = typeof schema;

/** The only database type the program sees: Postgres' less what SQLite lacks at run time. */
export type Db = Omit<
  PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>,
  "transaction" | "execute" | "refreshMaterializedView" | "selectDistinctOn" | "_"
>;

/** An open database: what `sqlite.ts` and `postgres.ts` each give to `client.ts`. */
export interface Store {
  /** Reads; with a replica they may be behind by its lag. */
  read: Db;
  /** Reads that are never behind. */
  primary: Db;
  /**
   * A text that changes with every commit of anybody, and may change without one: two equal ones saw the same rows. Null
   * where the database can't tell.
   */
  version(): Promise<string | null>;
  /** The same without waiting; null where the database must be asked over a network. */
  versionNow(): string | null;
  /** Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A write to a database that was opened for reading only. */
export class DatabaseReadOnly extends Error {
  readonly code = "SQLITE_READONLY";
  constructor() {
    super("the database was opened for reading only");
    this.name = "DatabaseReadOnly";
  }
}

/** No answer of the database server's: it is away, starting, ending or full, or the connection to it has broken. */
export class DatabaseUnreachable extends Error {
  readonly code = "DATABASE_UNREACHABLE";
  constructor(cause: unknown) {
    super("the database server can't be reached", { cause });
    this.name = "DatabaseUnreachable";
  }
}

/** A database that is missing, damaged, or of another version than this program, and that must not be changed now. */
export class DatabaseNotReady extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseNotReady";
  }
}

export const migrationsFolder = (dialect: Dialect): string =>
  path.join(projectRoot, "db/migrations", dialect);

/** Timestamp of the newest migration of this program. */
async function newestMigration(dialect: Dialect): Promise<number> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) });
  return files.at(-1)?.folderMillis ?? 0;
}

/**
 * Throws `DatabaseNotReady` unless the newest migration of this program has been applied, and none of a later version.
 * `appliedAt`: timestamp of the last one applied, null for none.
 */
export async function requireMigrated(dialect: Dialect, appliedAt: unknown): Promise<void> {
  await refuseLaterVersion(dialect, appliedAt);
  if (Number(appliedAt ?? 0) >= (await newestMigration(dialect))) return;
  throw new DatabaseNotReady(
    "the database is older than this version of Mugen: start the server, which brings it up to date",
  );
}

/** Whether migrations of this program are missing in a database that has some. */
export async function isOlder(dialect: Dialect, appliedAt: unknown): Promise<boolean> {
  return appliedAt !== null && Number(appliedAt) < (await newestMigration(dialect));
}

/** Throws `DatabaseNotReady` when a migration has been applied that this program does not know. */
export async function refuseLaterVersion(dialect: Dialect, appliedAt: unknown): Promise<void> {
  if (Number(appliedAt ?? 0) <= (await newestMigration(dialect))) return;
  throw new DatabaseNotReady(
    "the database was written by a later version of Mugen: start that version again, or go back to the restore point from before the update: npm run restore -- --from restore-points (docs/deploy.md, Backup)",
  );
}

/** Throws `DatabaseNotReady` when a database that is missing or empty stands beside the audio of an installation. */
export function refuseLostDatabase(dataDir: string): void {
  if (!hasFiles(path.join(dataDir, "files"))) return;
  throw new DatabaseNotReady(
    `there is audio in ${path.join(dataDir, "files")}, but its database is missing or empty: put it back or restore a backup (docs/deploy.md, Backup), or to begin anew, move that folder away`,
  );
}

function hasFiles(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .some((entry) => entry.isFile() || (entry.isDirectory() && hasFiles(path.join(folder, entry.name))));
}

/** The edge where each driver's handle is given the one type of this program. */
export function asDb(handle: object): Db {
  return handle as Db;
}
