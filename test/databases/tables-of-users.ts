import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema/index.ts";

/** Names of the tables that a table refers to, whichever database it was built for (`db/columns.ts`). */
function parentsOf(table: Table): string[] {
  if (is(table, lite.SQLiteTable))
    return lite.getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable));
  if (is(table, pg.PgTable))
    return pg.getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable));
  throw new Error(`${getTableName(table)} is no table of ours`);
}

/** Refers to tracks, but only to those of the official account, which is never deleted. */
const ofNobody = new Set(["generation_tasks"]);

/** Every table whose rows belong to somebody: those that refer to a user, and those that refer to such a table. */
export function tablesOfUsers(): Map<string, Table> {
  const found = new Map<string, Table>([["users", schema.users]]);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const table of Object.values(schema)) {
      if (!is(table, Table)) continue;
      const refers = parentsOf(table).some((parent) => found.has(parent));
      const named = Object.keys(getTableColumns(table)).some((name) => /(user|owner|by)Id$/i.test(name));
      if (ofNobody.has(getTableName(table))) continue;
      if (refers || named) found.set(getTableName(table), table);
    }
  }
  return found;
}
