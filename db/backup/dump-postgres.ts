import type { Client } from "pg";
import { rateLimitTable } from "#db/rate-limit-table.ts";
import { DatabaseNotReady, migrationsFolder } from "#db/store.ts";
import { compareRows, DamagedCopy, type DatabaseCopy } from "./database-copy.ts";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Hands `work` the database at one moment while others write; parts are read in order, as `COPY` text. Needs no other program.
 * Throws `DatabaseNotReady` for an empty database.
 */
export async function dumpPostgres<T>(url: string, work: (copy: DatabaseCopy) => Promise<T>): Promise<T> {
  const { default: pg } = await import("pg");
  const { to: copyTo } = await import("pg-copy-streams");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const columns = await listColumns(client, "public");
    if (!columns.has("settings"))
      throw new DatabaseNotReady(
        "there is no installation in the database of DATABASE_URL: start the server once",
      );
    const { rows: ids } = await client.query<{ value: string }>(
      "select value from public.settings where key = 'installation_id'",
    );
    const { rows: applied } = await client.query<{ at: string }>(
      "select max(created_at) as at from drizzle.__drizzle_migrations",
    );
    return await work({
      dialect: "postgres",
      migration: Number(applied[0]?.at ?? 0),
      rows: await countRows(client, "public"),
      counters: await readCounters(client, "public"),
      installationId: ids[0]?.value ?? null,
      parts: [...columns].map(([name, names]) => ({
        name,
        columns: names,
        read: () =>
          client.query(
            copyTo(`copy (select ${names.map(quote).join(", ")} from public.${quote(name)}) to stdout`),
          ),
      })),
    });
  } finally {
    await client.end();
  }
}

/**
 * Restores `copy` into the empty `schema`, within `client`'s transaction: the migrations up to the copy's, rows, then foreign
 * keys, which are checked. Throws `DamagedCopy` for a later version, or wrong row counts.
 */
export async function loadPostgres(o: {
  client: Client;
  copy: Omit<DatabaseCopy, "installationId">;
  schema: string;
}): Promise<void> {
  const { client, copy, schema } = o;
  const { from: copyFrom } = await import("pg-copy-streams");
  const { pipeline } = await import("node:stream/promises");
  await client.query(`set local search_path = ${quote(schema)}`);
  for (const { sql } of await migrationsUpTo(copy.migration))
    for (const statement of sql) await client.query(statement.replaceAll('"public".', `${quote(schema)}.`));
  const foreignKeys = await dropForeignKeys(client, schema);
  for (const { name, columns, read } of copy.parts) {
    const table = `${quote(schema)}.${quote(name)}`;
    // The rows include what triggers would write.
    await client.query(`alter table ${table} disable trigger user`);
    const target = client.query(copyFrom(`copy ${table} (${columns.map(quote).join(", ")}) from stdin`));
    await pipeline(read(), target);
    await client.query(`alter table ${table} enable trigger user`);
  }
  for (const { table, definition } of foreignKeys)
    await client.query(`alter table ${table} add ${definition}`);
  for (const { column, table, sequence } of await listSequences(client, schema)) {
    const last = copy.counters[`${table}.${column}`] ?? 0;
    if (last > 0) await client.query("select setval($1, $2)", [sequence, last]);
  }
  compareRows(copy.rows, await countRows(client, schema));
}

/** The migrations up to the copy's last. Throws `DamagedCopy` if this program lacks that one. */
export async function migrationsUpTo(
  migration: number,
): Promise<{ sql: string[]; hash: string; folderMillis: number }[]> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const all = readMigrationFiles({ migrationsFolder: migrationsFolder("postgres") });
  if (!all.some(({ folderMillis }) => folderMillis === migration))
    throw new DamagedCopy("the backup was taken by a later version of Mugen: restore it with that version");
  return all.filter(({ folderMillis }) => folderMillis <= migration);
}

/** Without computed columns, and without counters that may be lost. */
async function listColumns(client: Client, schema: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> $2
       group by c.relname order by c.relname`,
    [schema, rateLimitTable],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function countRows(client: Client, schema: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table] of await listColumns(client, schema)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${quote(schema)}.${quote(table)}`,
    );
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** So that tables can be filled in any order; returns what restores them. */
async function dropForeignKeys(client: Client, schema: string) {
  const { rows } = await client.query<{ table: string; definition: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name,
            'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = $1::regnamespace and contype = 'f' and conparentid = 0`,
    [schema],
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  return rows;
}

async function listSequences(client: Client, schema: string) {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, s.oid::regclass::text as sequence
       from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
       join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
       where d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass and c.relnamespace = $1::regnamespace`,
    [schema],
  );
  return rows;
}

async function readCounters(client: Client, schema: string): Promise<Record<string, number>> {
  const counters: Record<string, number> = {};
  for (const { table, column, sequence } of await listSequences(client, schema)) {
    const { rows } = await client.query<{ last: string }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    );
    counters[`${table}.${column}`] = Number(rows[0]?.last);
  }
  return counters;
}
