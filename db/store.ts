import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { projectRoot } from "../app/config/project-root.ts";
import type { Dialect } from "./columns.ts";
import type * as schema from "./schema/index.ts";

export type Schema = typeof schema;

/** Postgres' type less what SQLite lacks at run time. */
export type Db = Omit<
  PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>,
  "transaction" | "execute" | "refreshMaterializedView" | "selectDistinctOn" | "_"
>;

/** Given to `client.ts` by `sqlite.ts` and `postgres.ts`. */
export interface Store {
  /** A replica may lag. */
  read: Db;
  /** Never lags. */
  primary: Db;
  /** Changes with every commit of anybody (or without): equal ones saw the same rows. Null if unknown. */
  version(): Promise<string | null>;
  /** Null if it needs the network. */
  versionNow(): string | null;
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Called as a statement is sent to Postgres; what it returns, when it is answered, or with the error. */
export type TraceStatement = (text: string) => ((failure?: unknown) => void) | undefined;

export class DatabaseReadOnly extends Error {
  readonly code = "SQLITE_READONLY";
  constructor() {
    super("the database was opened for reading only");
    this.name = "DatabaseReadOnly";
  }
}

/** The server is away, starting, ending or full, or the connection broke. */
export class DatabaseUnreachable extends Error {
  readonly code = "DATABASE_UNREACHABLE";
  constructor(cause: unknown) {
    super("the database server can't be reached", { cause });
    this.name = "DatabaseUnreachable";
  }
}

/** Missing, damaged, or of another version: must not be changed now. */
export class DatabaseNotReady extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseNotReady";
  }
}

export const migrationsFolder = (dialect: Dialect): string =>
  path.join(projectRoot, "db/migrations", dialect);

async function newestMigration(dialect: Dialect): Promise<number> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) });
  return files.at(-1)?.folderMillis ?? 0;
}

/**
 * Throws `DatabaseNotReady` unless exactly this program's migrations were applied. `appliedAt`: the last one's timestamp, null
 * for none.
 */
export async function requireMigrated(dialect: Dialect, appliedAt: unknown): Promise<void> {
  await refuseLaterVersion(dialect, appliedAt);
  if (Number(appliedAt ?? 0) >= (await newestMigration(dialect))) return;
  throw new DatabaseNotReady(
    "the database is older than this version of Mugen: start the server, which brings it up to date",
  );
}

/** Whether a database with some migrations lacks others. */
export async function isOlder(dialect: Dialect, appliedAt: unknown): Promise<boolean> {
  return appliedAt !== null && Number(appliedAt) < (await newestMigration(dialect));
}

/** Throws `DatabaseNotReady` for an unknown migration. */
export async function refuseLaterVersion(dialect: Dialect, appliedAt: unknown): Promise<void> {
  if (Number(appliedAt ?? 0) <= (await newestMigration(dialect))) return;
  throw new DatabaseNotReady(
    "the database was written by a later version of Mugen: start that version again, or go back to the restore point from before the update: npm run restore -- --from restore-points (docs/deploy.md, Backup)",
  );
}

/** Throws `DatabaseNotReady` if a missing or empty database stands beside audio. */
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

/** Gives each driver's handle the one type. */
export function asDb(handle: object): Db {
  return handle as Db;
}
