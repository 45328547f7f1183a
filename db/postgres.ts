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
} from "./store.ts";

/** Key of the advisory lock that one migrating process holds. */
const migrationLock = 7723001;

/**
 * Opens Postgres at `url`, with a read-only pool for reads (on `replicaUrl` where given) and a pool for transactions. With
 * `migrate` pending migrations are applied, by one process at a time; without it throws `DatabaseNotReady` when
 * there are any, and always for a database of a later version, or a new one beside the audio of another.
 */
export async function openPostgres(options: {
  url: string;
  replicaUrl: string | undefined;
  migrate: boolean;
  dataDir: string;
  beforeMigration?: (() => Promise<void>) | undefined;
  /** Hears when the server stops answering this program, and when it answers again. */
  onReachable?: (isReachable: boolean) => void;
}): Promise<Store> {
  const { default: pg } = await import("pg");
  const { drizzle } = await import("drizzle-orm/node-postgres");
  await prepareSchema(new pg.Client({ ...migrationLimits, connectionString: options.url }), options);
  const limits = { ...connectionLimits, max: 10 };
  const writers = new pg.Pool({ ...limits, connectionString: options.url });
  const readerOptions = `-c default_transaction_read_only=on -c statement_timeout=${postgresTimeouts.statement}`;
  const openReaders = (connectionString: string) =>
    new pg.Pool({ ...limits, connectionString, options: readerOptions });
  const primaryReaders = openReaders(options.url);
  const readers = options.replicaUrl ? openReaders(options.replicaUrl) : primaryReaders;
  const pools = new Set([writers, primaryReaders, readers]);
  // Without listeners a broken connection would end the process. The pool replaces an idle one; on one in use the
  // query fails as well.
  const tell = reachabilityOf({ answer: pg.DatabaseError, onChange: options.onReachable ?? (() => {}) });
  for (const pool of pools) {
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      client.on("error", () => {});
      tell(client);
    });
    tell(pool);
  }
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
    // The ids of the transactions that a read now would not see, and of the next one: it changes when one begins to write
    // and when it ends. Databases that only speak Postgres' protocol may lack it.
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

/** SQLSTATE of a server that takes no connection, or ends this one: broken connection, too many, shutdown, crash, start. */
const awayStates = /^(08|53300|57P0[123])/;

/**
 * Makes a function that has the promises which a pool or connection gives for connections and queries reject with
 * `DatabaseUnreachable` where the server gave no answer: then the error is the driver's or the system's own. `onChange` is called
 * when that begins and ends.
 */
function reachabilityOf(o: { answer: typeof DatabaseError; onChange: (isReachable: boolean) => void }) {
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
        // With a callback, as the pool calls its own connections, there is none.
        return result instanceof Promise ? result.then(pass, rethrow) : result;
      };
      Reflect.set(target, name, tell);
    }
  };
}

// Set with each transaction, not when connecting: a pooler in between knows `begin`, but not every option of a connection.
// A connection that went silent would hold its locks on the server until the idle transaction is ended there.
const begin = {
  text: `begin; set local statement_timeout = ${postgresTimeouts.statement}; set local idle_in_transaction_session_timeout = ${postgresTimeouts.answer}`,
  query_timeout: postgresTimeouts.begin,
};
const rollback = { text: "rollback", query_timeout: postgresTimeouts.rollback };

/**
 * Runs `work` in a transaction on a connection of `pool`: commits when it resolves, rolls back when it rejects. The pool gets
 * the connection back in any case. One that may still be in a transaction is closed, and the pool opens another.
 * Drizzle's own transaction keeps a connection for good whose `begin` fails.
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

/** A migration may take any time, and so may waiting for that of another process. */
const { query_timeout: _, ...migrationLimits } = connectionLimits;

/** Applies pending migrations, or without `migrate` throws `DatabaseNotReady` when there are any. Closes `client`. */
async function prepareSchema(
  client: Client,
  o: { migrate: boolean; dataDir: string; beforeMigration?: (() => Promise<void>) | undefined },
): Promise<void> {
  // Without a listener a broken connection would end the process; its query fails as well.
  client.on("error", () => {});
  await client.connect();
  try {
    if (o.migrate) await migrateAlone(client, o);
    else await requireMigrated("postgres", await findLastMigration(client));
  } finally {
    await client.end();
  }
}

/** Timestamp of the last applied migration; null for none. */
async function findLastMigration(client: Client): Promise<unknown> {
  const table = "drizzle.__drizzle_migrations";
  const found = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    table,
  ]);
  if (!found.rows[0]?.exists) return null;
  return (await client.query<{ at: string }>(`select max(created_at) as at from ${table}`)).rows[0]?.at;
}

/** Web and worker processes start together: only one of them migrates. */
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
    // A connection that broke has lost the lock.
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
  }
}
