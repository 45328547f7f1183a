import type { Database } from "better-sqlite3";
import type { Client } from "pg";
import type { Dialect } from "./columns.ts";
import { DatabaseNotReady, migrationsFolder } from "./store.ts";

/*
 * The start migration equals 34 earlier ones and bears the last one's timestamp. An installation at that point is adopted: if
 * its schema is the same, the start migration's mark replaces the 34. Nothing is copied.
 */

interface Installation {
  dialect: Dialect;
  /** Timestamps (ms); empty for a new database. */
  applied: number[];
  /** Schema lines, and those of the start migration. */
  compare(): Promise<{ found: string[]; expected: string[] }>;
  /** Replaces the marks up to the start migration's timestamp. */
  mark(start: { hash: string; timestamp: number }): Promise<void>;
}

/**
 * Adopts an installation older than the start migration's introduction; leaves new and adopted ones alone. Throws
 * `DatabaseNotReady`, with nothing changed, for older or different schemas.
 */
async function adopt({ dialect, applied, compare, mark }: Installation): Promise<void> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  const start = readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) })[0];
  if (!start || applied.length === 0) return;
  const timestamp = start.folderMillis;
  if (!applied.includes(timestamp)) {
    if (Math.max(...applied) > timestamp) return;
    throw new DatabaseNotReady(
      "the database is older than all that this version of Mugen can bring up to date: start commit caa977f0 once, which does, then this one",
    );
  }
  if (!applied.some((at) => at < timestamp)) return;
  const { found, expected } = await compare();
  const differing = [
    ...expected.filter((line) => !found.includes(line)).map((line) => `missing: ${line}`),
    ...found.filter((line) => !expected.includes(line)).map((line) => `unknown: ${line}`),
  ];
  if (differing.length > 0) {
    throw new DatabaseNotReady(
      `the schema of the database was changed by hand; undo that, then start again (${differing.slice(0, 5).join("; ")})`,
    );
  }
  await mark({ hash: start.hash, timestamp });
}

const withoutQuotes = (sql: string) => sql.replaceAll(/["`]/g, "").replaceAll(/\s+/g, " ").trim();

interface SqliteObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/** Without quotes and the table's name; column order does not matter. */
function readChecks(table: string, sql: string): string[] {
  const text = withoutQuotes(sql).replaceAll(`${table}.`, "");
  return [...text.matchAll(/CONSTRAINT (\w+) CHECK ?\(/g)].map((match) => {
    let depth = 1;
    let end = match.index + match[0].length;
    for (; depth > 0 && end < text.length; end++) depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
    return `check ${table}.${match[1]} (${text.slice(match.index + match[0].length, end)}`;
  });
}

/** Columns, keys, checks, indexes, triggers and search tables, as sorted lines. */
export function describeSqlite(connection: Database): string[] {
  const objects = connection
    .prepare<[], SqliteObject>("select type, name, tbl_name, sql from sqlite_master")
    .all()
    .filter(
      ({ name }) => !/^(sqlite_|__drizzle)/.test(name) && !/_grams_(data|idx|docsize|config)$/.test(name),
    );
  return objects
    .flatMap(({ type, name, sql }) => {
      if (type !== "table" || !sql || /^CREATE VIRTUAL/i.test(sql))
        return sql ? [`${type} ${withoutQuotes(sql)}`] : [];
      const columns = connection
        .prepare<[string], Record<string, unknown>>(
          'select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)',
        )
        .all(name)
        .map((column) => `column ${name} ${withoutQuotes(JSON.stringify(column))}`);
      const keys = connection
        .prepare<[string], Record<string, unknown>>(
          'select "table", "from", "to", on_update, on_delete from pragma_foreign_key_list(?)',
        )
        .all(name)
        .map((key) => `foreign key ${name} ${withoutQuotes(JSON.stringify(key))}`);
      return [`table ${name}`, ...columns, ...keys, ...readChecks(name, sql)];
    })
    .sort();
}

/** See `adopt`; `open` opens a database in memory with the program's functions. */
export async function adoptSqlite(connection: Database, openInMemory: () => Database): Promise<void> {
  const table = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  const applied = table
    ? connection.prepare<[], number>("select created_at from __drizzle_migrations").pluck().all().map(Number)
    : [];
  await adopt({
    dialect: "sqlite",
    applied,
    async compare() {
      const scratch = openInMemory();
      try {
        for (const statement of await readStartStatements("sqlite")) scratch.exec(statement);
        return { found: describeSqlite(connection), expected: describeSqlite(scratch) };
      } finally {
        scratch.close();
      }
    },
    async mark({ hash, timestamp }) {
      connection.transaction(() => {
        connection.prepare("delete from __drizzle_migrations where created_at <= ?").run(timestamp);
        connection
          .prepare("insert into __drizzle_migrations (hash, created_at) values (?, ?)")
          .run(hash, timestamp);
      })();
    },
  });
}

/** Sorted lines without the schema's name. */
export async function describePostgres(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select 'column ' || c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
         || ' ' || a.attidentity::text || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     union all select 'index ' || pg_get_indexdef(i.indexrelid) || ' valid ' || i.indisvalid
       from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = $1::regnamespace
     union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = $1::regnamespace and contype in ('c', 'f', 'p', 'u')
     union all select 'trigger ' || pg_get_triggerdef(t.oid)
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = $1::regnamespace and not t.tgisinternal
     union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = $1::regnamespace
       and proname in ('search_grams', 'fold_text', 'keep_track_grams', 'keep_member_search', 'count_label_usage')`,
    [schema],
  );
  return rows.map(({ line }) => line.replaceAll(`${schema}.`, "").replaceAll(/\s+/g, " ").trim()).sort();
}

/** The start migration is tried out in it, and rolled back. */
const scratchSchema = "mugen_start";

/** See `adopt`; needs the connection with the migrations' lock. */
export async function adoptPostgres(client: Client): Promise<void> {
  const table = "drizzle.__drizzle_migrations";
  const known = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    table,
  ]);
  const applied = known.rows[0]?.exists
    ? (await client.query<{ created_at: string }>(`select created_at from ${table}`)).rows
    : [];
  await adopt({
    dialect: "postgres",
    applied: applied.map(({ created_at }) => Number(created_at)),
    async compare() {
      const found = await describePostgres(client, "public");
      await client.query("begin");
      try {
        await client.query(`create schema ${scratchSchema}; set local search_path = ${scratchSchema}`);
        for (const statement of await readStartStatements("postgres"))
          await client.query(statement.replaceAll('"public".', `"${scratchSchema}".`));
        return { found, expected: await describePostgres(client, scratchSchema) };
      } finally {
        await client.query("rollback");
      }
    },
    async mark({ hash, timestamp }) {
      await client.query("begin");
      await client.query(`delete from ${table} where created_at <= $1`, [timestamp]);
      await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, timestamp]);
      await client.query("commit");
    },
  });
}

async function readStartStatements(dialect: Dialect): Promise<string[]> {
  const { readMigrationFiles } = await import("drizzle-orm/migrator");
  return readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) })[0]?.sql ?? [];
}
