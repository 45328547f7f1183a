import type { Pool } from "pg";
import * as schema from "./schema/index.ts";
import { asDb, migrationsFolder, requireMigrated, type Store } from "./store.ts";

/** Key of the advisory lock that one migrating process holds. */
const migrationLock = 7723001;

/**
 * Opens Postgres at `url`, with a read-only pool for reads (on `replicaUrl` where given) and a pool for transactions. With
 * `migrate` pending migrations are applied, by one process at a time; without it throws `DatabaseNotReady` when
 * there are any.
 */
export async function openPostgres(options: {
  url: string;
  replicaUrl: string | undefined;
  migrate: boolean;
}): Promise<Store> {
  const { default: pg } = await import("pg");
  const { drizzle } = await import("drizzle-orm/node-postgres");
  const { migrate } = await import("drizzle-orm/node-postgres/migrator");
  const limits = { max: 10, connectionTimeoutMillis: 10_000 };
  const writers = new pg.Pool({ ...limits, connectionString: options.url });
  const openReaders = (connectionString: string) =>
    new pg.Pool({ ...limits, connectionString, options: "-c default_transaction_read_only=on" });
  const primaryReaders = openReaders(options.url);
  const readers = options.replicaUrl ? openReaders(options.replicaUrl) : primaryReaders;
  const pools = new Set([writers, primaryReaders, readers]);
  // Without listeners a broken connection would end the process. The pool replaces an idle one; on one in use the
  // query fails as well.
  for (const pool of pools) {
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
  }
  const writes = drizzle(writers, { schema, casing: "snake_case" });
  if (options.migrate) {
    await withMigrationLock(writers, () =>
      migrate(writes, { migrationsFolder: migrationsFolder("postgres") }),
    );
  } else {
    await requireMigrated("postgres", await findLastMigration(writers));
  }
  const read = asDb(drizzle(readers, { schema, casing: "snake_case" }));
  const primary =
    readers === primaryReaders ? read : asDb(drizzle(primaryReaders, { schema, casing: "snake_case" }));
  return {
    read,
    primary,
    write: (work) => writes.transaction((tx) => work(asDb(tx))),
    async close() {
      await Promise.all([...pools].map((pool) => pool.end()));
    },
  };
}

/** Timestamp of the last applied migration; null for none. */
async function findLastMigration(pool: Pool): Promise<unknown> {
  const table = "drizzle.__drizzle_migrations";
  const found = await pool.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    table,
  ]);
  if (!found.rows[0]?.exists) return null;
  return (await pool.query<{ at: string }>(`select max(created_at) as at from ${table}`)).rows[0]?.at;
}

/** Web and worker processes start together: only one of them migrates. */
async function withMigrationLock(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    client.release();
  }
}
