import type { Database } from "better-sqlite3";
import { type SQL, sql } from "drizzle-orm";
import { dialect } from "./columns.ts";

/**
 * Makes `database` compile prepared queries once. SQLite plans by the value of each `column = ?` and `limit ?`, and so recompiles
 * at each run. For a join that takes several times its running time, and no plan here depends on a value.
 */
export function stabilizePlans(database: Database): Database {
  const prepare = database.prepare.bind(database);
  return Object.assign(database, { prepare: (query: string) => prepare(maskBoundValues(query)) });
}

/** Hides bound values from the planner; only in queries. */
export const maskBoundValues = (query: string): string =>
  isQuery.test(query) ? query.replace(seenValue, "coalesce(?, null)") : query;

const isQuery = /^[\s(]*(explain query plan[\s(]+)?(select|with)\b/i;
const seenValue = /(?<= (=|is|limit) )\?/g;

/** Smaller tables' statistics are dropped. */
const smallTable = 10_000;

/**
 * Prevents scans of tables that were small at the last close and have grown: without statistics the planner uses indexes. Call
 * it on the first connection: later ones read the statistics when opened.
 */
export function dropStatisticsOfSmallTables(database: Database): void {
  const statistics = database
    .prepare<[], string>("select name from sqlite_master where name in ('sqlite_stat1', 'sqlite_stat4')")
    .pluck()
    .all();
  if (statistics.length === 0) return;
  const small = "select tbl from sqlite_stat1 group by tbl having max(cast(stat as integer)) < ?";
  const tables = database.prepare(small).pluck().all(smallTable);
  if (tables.length === 0) return;
  // Samples without their table's statistics mislead more than none: a join then began with the small table.
  for (const name of statistics)
    database
      .prepare(`delete from ${name} where tbl in (select value from json_each(?))`)
      .run(JSON.stringify(tables));
  database.exec("analyze sqlite_schema");
}

/**
 * Prevents a join that reads a whole table: SQLite does not use the index of `condition` (left side a column). For rules that hold
 * for nearly all rows, such as "is visible", and for an order that a join must not begin with. Postgres gets it unchanged.
 */
export const noIndexHint = (condition: SQL): SQL => (dialect === "sqlite" ? sql`+${condition}` : condition);
