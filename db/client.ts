import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { projectRoot } from "../app/config/project-root.ts";
import { logger } from "../app/logger.server.ts";
import { dialect } from "./columns.ts";
import { isWorthRetrying } from "./is-worth-retrying.ts";
import * as schema from "./schema/index.ts";
import { gramTokens } from "./search.ts";

type Schema = typeof schema;

/** The only database type the program sees: Postgres' less what SQLite lacks at run time. */
export type Db = Omit<
  PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>,
  "transaction" | "execute" | "refreshMaterializedView" | "selectDistinctOn" | "_"
>;

export interface DatabaseOptions {
  /**
   * `postgres://…`, undefined for SQLite in `dataDir`, or for tests `pglite:`: in memory, and to begin with as
   * `pglite.tar` in `dataDir` has it where that is there.
   */
  url: string | undefined;
  /** A read replica of `url`, for `db`; `primary` reads from `url` all the same. */
  replicaUrl?: string | undefined;
  dataDir: string;
  /** False for a command beside a running server: it takes the database as it is. */
  migrate?: boolean;
}

/** A database that is not there, or whose schema is older than this program, and that must not be changed now. */
export class DatabaseNotReady extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseNotReady";
  }
}

interface Store {
  read: Db;
  primary: Db;
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Transaction {
  tx: Db;
  afterCommit: (() => Promise<void> | void)[];
}

const current = new AsyncLocalStorage<Transaction>();
let store: Store | undefined;

/**
 * Reads. Refuses writes; sees committed data only, so inside `write` use the transaction. With a replica it may be
 * behind by the replica's lag.
 */
export let db: Db;

/**
 * Reads that must not be behind, for all that decides what somebody may do: sessions, account states, invitations,
 * entitlements. Refuses writes as `db` does, and is `db` itself without a replica.
 */
export let primary: Db;

/** Attempts at one transaction that the database gives up for others' sake. */
const mostAttempts = 6;

/**
 * Opens the database, applies pending migrations and points `db`, `primary` and `write` at it. Throws when it cannot be reached
 * or a migration fails, and `DatabaseNotReady` when one would be needed and `migrate` is false.
 */
export async function openDatabase(options: DatabaseOptions): Promise<void> {
  if (store) throw new Error("the database is open already");
  if (dialect === "sqlite") store = await openSqlite(options);
  else if (options.url?.startsWith("pglite:")) store = await openPglite(options.dataDir);
  else store = await openPostgres(options);
  db = store.read;
  primary = store.primary;
}

export async function closeDatabase(): Promise<void> {
  const closing = store;
  store = undefined;
  await closing?.close();
}

/**
 * Every write of the program: runs `work` in one transaction and commits when it resolves. Nested calls join
 * the outer transaction. Inside, await nothing but the transaction: on SQLite every other writer waits. `work` may run
 * several times, for Postgres gives up transactions that wait in a circle or can't be serialised, so it touches nothing
 * but the transaction; effects go through `afterCommit`. Rows are held in the order of
 * docs/decisions/0006-one-order-of-locks.md.
 */
export async function write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const outer = current.getStore();
  if (outer) return work(outer.tx);
  if (!store) throw new Error("the database is not open");
  for (let attempt = 1; ; attempt++) {
    const afterCommit: Transaction["afterCommit"] = [];
    let result: T;
    try {
      result = await store.write((tx) => current.run({ tx, afterCommit }, () => work(tx)));
    } catch (error) {
      if (attempt >= mostAttempts || !isWorthRetrying(error)) throw error;
      // By chance, so that those who met do not meet again.
      await delay(Math.random() * 10 * 2 ** attempt);
      continue;
    }
    await runFollowUps(afterCommit);
    return result;
  }
}

/** What is written is written: a follow-up that fails is logged, and the others run all the same. */
async function runFollowUps(followUps: Transaction["afterCommit"]): Promise<void> {
  for (const follow of followUps) {
    try {
      await follow();
    } catch (error) {
      logger.error({ err: error }, "what follows a write failed");
    }
  }
}

/**
 * Runs `follow` once the surrounding `write` has committed; not at all when it rolls back. What it throws is logged and
 * reaches nobody.
 */
export function afterCommit(follow: () => Promise<void> | void): void {
  const transaction = current.getStore();
  if (!transaction) throw new Error("afterCommit needs a surrounding write()");
  transaction.afterCommit.push(follow);
}

const migrations = (of: "sqlite" | "postgres") => path.join(projectRoot, "db/migrations", of);

/** Throws `DatabaseNotReady` unless the newest migration of this program has been applied; `appliedAt` names the last. */
async function requireMigrated(of: "sqlite" | "postgres", appliedAt: unknown): Promise<void> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const newest = readMigrationFiles({ migrationsFolder: migrations(of) }).at(-1)?.folderMillis ?? 0;
  if (Number(appliedAt ?? 0) >= newest) return;
  throw new DatabaseNotReady(
    "the database is older than this version of Mugen: start the server, which brings it up to date",
  );
}

async function openSqlite({ dataDir, migrate: migrates = true }: DatabaseOptions): Promise<Store> {
  const file = path.join(dataDir, "mugen.sqlite");
  if (!migrates && !existsSync(file))
    throw new DatabaseNotReady(`there is no database in ${dataDir}: start the server once, or set DATA_DIR`);
  const { default: Database } = await import("better-sqlite3");
  const { drizzle } = await import("drizzle-orm/better-sqlite3");
  const { migrate } = await import("drizzle-orm/better-sqlite3/migrator");
  const writer = new Database(file);
  writer.pragma("journal_mode = WAL");
  writer.pragma("synchronous = FULL");
  writer.pragma("busy_timeout = 5000");
  // The triggers that keep the search index ask for it.
  writer.function("search_grams", { deterministic: true }, gramTokens);
  const writes = drizzle(writer, { schema: asSqliteSchema(schema), casing: "snake_case" });
  if (migrates) {
    // drizzle-kit rebuilds tables inside a transaction, where switching foreign keys off does nothing:
    // left on, the DROP TABLE of a rebuild would cascade and delete the child rows.
    writer.pragma("foreign_keys = OFF");
    migrate(writes, { migrationsFolder: migrations("sqlite") });
    writer.pragma("foreign_keys = ON");
    const violations = writer.pragma("foreign_key_check");
    if (Array.isArray(violations) && violations.length > 0) {
      throw new Error(`the migration left ${violations.length} rows without their parent`);
    }
  } else {
    writer.pragma("foreign_keys = ON");
    const known = writer.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
    const last = "select max(created_at) from __drizzle_migrations";
    await requireMigrated("sqlite", known && writer.prepare(last).pluck().get());
  }
  const reader = new Database(file, { readonly: true });
  reader.pragma("busy_timeout = 5000");
  const reads = drizzle(reader, { schema: asSqliteSchema(schema), casing: "snake_case" });
  const tx = asDb(writes);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    read: asDb(reads),
    primary: asDb(reads),
    write(work) {
      const mine = turn.then(async () => {
        writer.exec("BEGIN IMMEDIATE");
        try {
          const result = await work(tx);
          writer.exec("COMMIT");
          return result;
        } catch (error) {
          if (writer.inTransaction) writer.exec("ROLLBACK");
          throw error;
        }
      });
      turn = mine.catch(() => {});
      return mine;
    },
    async close() {
      await turn;
      reader.close();
      writer.pragma("optimize");
      writer.close();
    },
  };
}

async function openPostgres(options: DatabaseOptions): Promise<Store> {
  const { default: pg } = await import("pg");
  const { drizzle } = await import("drizzle-orm/node-postgres");
  const { migrate } = await import("drizzle-orm/node-postgres/migrator");
  const limits = { max: 10, connectionTimeoutMillis: 10_000 };
  const writers = new pg.Pool({ ...limits, connectionString: options.url });
  const readersOf = (connectionString: string | undefined) =>
    new pg.Pool({ ...limits, connectionString, options: "-c default_transaction_read_only=on" });
  const primaryReaders = readersOf(options.url);
  const readers = options.replicaUrl ? readersOf(options.replicaUrl) : primaryReaders;
  const pools = new Set([writers, primaryReaders, readers]);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  for (const pool of pools) {
    pool.on("error", () => {});
    // The same holds while it is lent out; its query fails all the same.
    pool.on("connect", (client) => client.on("error", () => {}));
  }
  const writes = drizzle(writers, { schema, casing: "snake_case" });
  if (options.migrate ?? true) {
    await withMigrationLock(writers, () => migrate(writes, { migrationsFolder: migrations("postgres") }));
  } else {
    await requireMigrated("postgres", await lastMigration(writers));
  }
  const reads = asDb(drizzle(readers, { schema, casing: "snake_case" }));
  return {
    read: reads,
    primary:
      readers === primaryReaders ? reads : asDb(drizzle(primaryReaders, { schema, casing: "snake_case" })),
    write: (work) => writes.transaction((tx) => work(asDb(tx))),
    async close() {
      await Promise.all([...pools].map((pool) => pool.end()));
    },
  };
}

async function lastMigration(pool: import("pg").Pool): Promise<unknown> {
  const table = "drizzle.__drizzle_migrations";
  const known = await pool.query<{ known: boolean }>("select to_regclass($1) is not null as known", [table]);
  if (!known.rows[0]?.known) return null;
  return (await pool.query<{ at: string }>(`select max(created_at) as at from ${table}`)).rows[0]?.at;
}

/** Web and worker processes start together: only one of them migrates. */
async function withMigrationLock(pool: import("pg").Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(7723001)");
    await work();
  } finally {
    await client.query("select pg_advisory_unlock(7723001)");
    client.release();
  }
}

async function openPglite(dataDir: string): Promise<Store> {
  const { PGlite } = await import("@electric-sql/pglite");
  const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm");
  const { drizzle } = await import("drizzle-orm/pglite");
  const { migrate } = await import("drizzle-orm/pglite/migrator");
  const beginning = path.join(dataDir, "pglite.tar");
  const lite = await PGlite.create({
    extensions: { pg_trgm },
    ...(existsSync(beginning) ? { loadDataDir: await openAsBlob(beginning) } : {}),
  });
  const writes = drizzle(lite, { schema, casing: "snake_case" });
  await migrate(writes, { migrationsFolder: migrations("postgres") });
  return {
    read: asDb(writes),
    primary: asDb(writes),
    write: (work) => writes.transaction((tx) => work(asDb(tx))),
    close: () => lite.close(),
  };
}

/** The edge where each driver's handle is given the one type of this program. */
function asDb(handle: object): Db {
  return handle as Db;
}

/** The schema was built with the SQLite kit (`columns.ts`), though its type says Postgres. */
function asSqliteSchema(tables: Schema): Record<string, never> {
  return tables as unknown as Record<string, never>;
}
