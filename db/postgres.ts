import type { Client, DatabaseError, Pool, PoolClient } from "pg";
import { adoptPostgres } from "./adopt-installation.ts";
import { connectionLimits, postgresTimeouts } from "./postgres-timeouts.ts";
import * as schema from "./schema/index.ts";
import {
  asDb,
  DatabaseUnreachable,
  type Db,
  isOlder,
  migrationsFolder,
  refuseLaterVersion,
  refuseLostDatabase,
  requireMigrated,
  type Store,
  type TraceStatement,
} from "./store.ts";

/** Advisory lock of the one migrating process. */
const migrationLock = 7723001;

/**
 * Opens Postgres: a read-only pool (on `replicaUrl` if given) and one for transactions, through a pooler in transaction mode at
 * `poolerUrl` if given. `migrate` applies migrations, one process at a time; else pending ones throw `DatabaseNotReady`. So do a
 * later version, and a new database beside another's audio.
 */
export async function openPostgres(options: {
  url: string;
  poolerUrl?: string | undefined;
  replicaUrl: string | undefined;
  migrate: boolean;
  dataDir: string;
  beforeMigration?: (() => Promise<void>) | undefined;
  /** When the server stops answering, and answers again. */
  onReachable?: (isReachable: boolean) => void;
  traceStatement?: TraceStatement | undefined;
  /** Whether the caller must not read from the replica now. */
  readsPrimary?: () => boolean;
}): Promise<Store> {
  const { default: pg } = await import("pg");
  const { drizzle } = await import("drizzle-orm/node-postgres");
  await prepareSchema(new pg.Client({ ...migrationLimits, connectionString: options.url }), options);
  const limits = { ...connectionLimits, max: 10 };
  const entry = options.poolerUrl ?? options.url;
  const writers = new pg.Pool({ ...limits, connectionString: entry });
  const readerOptions = `-c default_transaction_read_only=on -c statement_timeout=${postgresTimeouts.statement}`;
  const openReaders = (connectionString: string) =>
    new pg.Pool({ ...limits, connectionString, options: readerOptions });
  // A pooler's connections have several users: no options can be theirs alone.
  const primaryReaders = options.poolerUrl
    ? new pg.Pool({ ...limits, connectionString: entry })
    : openReaders(entry);
  const readers = options.replicaUrl ? openReaders(options.replicaUrl) : primaryReaders;
  const pools = new Set([writers, primaryReaders, readers]);
  // Without listeners a broken connection would end the process. The pool replaces an idle one; a used one fails its query.
  const tell = reachabilityOf({
    answer: pg.DatabaseError,
    onChange: options.onReachable ?? (() => {}),
    traceStatement: options.traceStatement,
  });
  for (const pool of pools) {
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      client.on("error", () => {});
      tell(client);
    });
    tell(pool);
  }
  if (readers !== primaryReaders && options.readsPrimary)
    sendElsewhere(readers, { to: primaryReaders, when: options.readsPrimary });
  const read = asDb(drizzle(readers, { schema, casing: "snake_case" }));
  const primary =
    readers === primaryReaders ? read : asDb(drizzle(primaryReaders, { schema, casing: "snake_case" }));
  const handles = new WeakMap<PoolClient, Db>();
  const handleOf = (client: PoolClient) => {
    const handle = handles.get(client) ?? asDb(drizzle(client, { schema, casing: "snake_case" }));
    handles.set(client, handle);
    return handle;
  };
  return {
    read,
    primary,
    // Open transactions' ids and the next one: changes when one begins to write and when it ends. Other databases with
    // Postgres' protocol may lack it.
    version: () =>
      primaryReaders.query<{ version: string }>("select pg_current_snapshot()::text as version").then(
        ({ rows }) => rows[0]?.version ?? null,
        () => null,
      ),
    versionNow: () => null,
    write: (work) => transact(writers, (client) => work(handleOf(client))),
    async close() {
      await Promise.all([...pools].map((pool) => pool.end()));
    },
  };
}

/** SQLSTATE: broken connection, too many, shutdown, crash, start. */
const awayStates = /^(08|53300|57P0[123])/;

const textOf = (query: unknown): string =>
  typeof query === "object" && query && "text" in query ? String(query.text) : String(query);

/**
 * Makes connections and queries reject with `DatabaseUnreachable` if the server gave no answer: the error is the driver's or
 * the system's. `onChange` reports begin and end. Statements are traced.
 */
function reachabilityOf(o: {
  answer: typeof DatabaseError;
  onChange: (isReachable: boolean) => void;
  traceStatement: TraceStatement | undefined;
}) {
  let isReachable = true;
  const report = (now: boolean) => {
    if (now === isReachable) return;
    isReachable = now;
    o.onChange(now);
  };
  const pass = <Result>(result: Result): Result => {
    report(true);
    return result;
  };
  const rethrow = (error: unknown): never => {
    if (error instanceof o.answer && !awayStates.test(error.code ?? "")) throw error;
    report(false);
    throw new DatabaseUnreachable(error);
  };
  return (target: Pool | PoolClient): void => {
    for (const name of ["connect", "query"] as const) {
      const method: (...parameters: unknown[]) => unknown = Reflect.get(target, name).bind(target);
      const tell = (...parameters: unknown[]) => {
        const result = method(...parameters);
        // The pool's own calls use callbacks.
        if (!(result instanceof Promise)) return result;
        const end = name === "query" ? o.traceStatement?.(textOf(parameters[0])) : undefined;
        if (end) result.then(() => end(), end);
        return result.then(pass, rethrow);
      };
      Reflect.set(target, name, tell);
    }
  };
}

/** Below Drizzle: queries that are built once keep their handle. */
function sendElsewhere(pool: Pool, o: { to: Pool; when: () => boolean }): void {
  const queryOf = (of: Pool): ((...parameters: unknown[]) => unknown) => Reflect.get(of, "query").bind(of);
  const [here, there] = [queryOf(pool), queryOf(o.to)];
  Reflect.set(pool, "query", (...parameters: unknown[]) => (o.when() ? there : here)(...parameters));
}

// Per transaction, not connection: poolers know `begin`, but not every option. Prevents a silent connection from holding its
// locks on the server.
const begin = {
  text: `begin; set local statement_timeout = ${postgresTimeouts.statement}; set local idle_in_transaction_session_timeout = ${postgresTimeouts.answer}`,
  query_timeout: postgresTimeouts.begin,
};
const rollback = { text: "rollback", query_timeout: postgresTimeouts.rollback };

/**
 * A transaction on `pool`. Always returns the connection; one that may still be in a transaction is closed and replaced.
 * Drizzle's own transaction leaks a connection whose `begin` fails.
 */
async function transact<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isReusable = false;
  try {
    await client.query(begin);
    try {
      const result = await work(client);
      await client.query("commit");
      isReusable = true;
      return result;
    } catch (error) {
      isReusable = await client.query(rollback).then(
        () => true,
        () => false,
      );
      throw error;
    }
  } finally {
    client.release(!isReusable);
  }
}

/** A migration, and waiting for another process's, may take any time. */
const { query_timeout: _, ...migrationLimits } = connectionLimits;

/** Without `migrate` throws `DatabaseNotReady` if any are pending. Closes `client`. */
async function prepareSchema(
  client: Client,
  o: { migrate: boolean; dataDir: string; beforeMigration?: (() => Promise<void>) | undefined },
): Promise<void> {
  // Without a listener a broken connection would end the process; its query fails too.
  client.on("error", () => {});
  await client.connect();
  try {
    if (o.migrate) await migrateAlone(client, o);
    else await requireMigrated("postgres", await findLastMigration(client));
  } finally {
    await client.end();
  }
}

async function findLastMigration(client: Client): Promise<unknown> {
  const table = "drizzle.__drizzle_migrations";
  const found = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    table,
  ]);
  if (!found.rows[0]?.exists) return null;
  return (await client.query<{ at: string }>(`select max(created_at) as at from ${table}`)).rows[0]?.at;
}

/** Processes start together: only one migrates. */
async function migrateAlone(
  client: Client,
  { dataDir, beforeMigration }: { dataDir: string; beforeMigration?: (() => Promise<void>) | undefined },
): Promise<void> {
  const { drizzle } = await import("drizzle-orm/node-postgres");
  const { migrate } = await import("drizzle-orm/node-postgres/migrator");
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  try {
    const applied = await findLastMigration(client);
    await refuseLaterVersion("postgres", applied);
    if (applied === null) refuseLostDatabase(dataDir);
    if (await isOlder("postgres", applied)) await beforeMigration?.();
    await adoptPostgres(client);
    await migrate(drizzle(client, { casing: "snake_case" }), {
      migrationsFolder: migrationsFolder("postgres"),
    });
  } finally {
    // A broken connection has lost the lock.
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
  }
}
