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

/** A database that is missing, or whose schema is older than this program, and that must not be changed now. */
export class DatabaseNotReady extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseNotReady";
  }
}

export const migrationsFolder = (dialect: Dialect): string =>
  path.join(projectRoot, "db/migrations", dialect);

/**
 * Throws `DatabaseNotReady` unless the newest migration of this program has been applied. `appliedAt`: timestamp of the
 * last one applied, null for none.
 */
export async function requireMigrated(dialect: Dialect, appliedAt: unknown): Promise<void> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) });
  const newest = files.at(-1)?.folderMillis ?? 0;
  if (Number(appliedAt ?? 0) >= newest) return;
  throw new DatabaseNotReady(
    "the database is older than this version of Mugen: start the server, which brings it up to date",
  );
}

/** The edge where each driver's handle is given the one type of this program. */
export function asDb(handle: object): Db {
  return handle as Db;
}
