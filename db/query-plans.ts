import type { Database } from "better-sqlite3";
import { type SQL, sql } from "drizzle-orm";
import { dialect } from "./columns.ts";

/**
 * Makes `database` compile a prepared query once. SQLite looks at the value of each `column = ?` and `limit ?` when it plans,
 * and therefore compiles the query again whenever a value is bound, at each run: for a join that takes several times as
 * long as running it, and no query here has a plan that depends on a value.
 */
export function stabilizePlans(database: Database): Database {
  const prepare = database.prepare.bind(database);
  return Object.assign(database, { prepare: (query: string) => prepare(maskBoundValues(query)) });
}

/** `query` so that the planner does not see its bound values; a statement that changes something as it is. */
export const maskBoundValues = (query: string): string =>
  isQuery.test(query) ? query.replace(seenValue, "coalesce(?, null)") : query;

const isQuery = /^[\s(]*(explain query plan[\s(]+)?(select|with)\b/i;
const seenValue = /(?<= (=|is|limit) )\?/g;

/** Rows below which a table's statistics are forgotten. */
const smallTable = 10_000;

/**
 * Makes the planner forget how small tables were when the database was closed: it would scan them, also when they have
 * grown since. Without statistics it uses their indexes. `database` is the first connection: others read the statistics
 * when they are opened.
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
  // Samples without their table's statistics would be believed more than none: a join then began with the small table.
  for (const name of statistics)
    database
      .prepare(`delete from ${name} where tbl in (select value from json_each(?))`)
      .run(JSON.stringify(tables));
  database.exec("analyze sqlite_schema");
}

/**
 * `condition`, a comparison whose left side is a column, for rows that a query has found by another one. For rules that
 * hold for nearly all rows, such as "is visible": SQLite may estimate that they choose few, begins a join with them and
 * reads a whole table; its unary plus keeps their indexes out of the plan. Postgres gets the condition as it is.
 */
export const noIndexHint = (condition: SQL): SQL => (dialect === "sqlite" ? sql`+${condition}` : condition);
