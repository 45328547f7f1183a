import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema/index.ts";

/** Its foreign keys: the table that each names, and what happens to a row when that one's goes. */
export function referencesOf(table: Table): { to: string; onDelete: string | undefined }[] {
  if (is(table, lite.SQLiteTable)) return lite.getTableConfig(table).foreignKeys.map(describe);
  if (is(table, pg.PgTable)) return pg.getTableConfig(table).foreignKeys.map(describe);
  throw new Error(`${getTableName(table)} is no table of ours`);
}

const describe = (key: lite.ForeignKey | pg.ForeignKey) => ({
  to: getTableName(key.reference().foreignTable),
  onDelete: key.onDelete,
});

/** Refers only to tracks of the official account, which is never deleted. */
const ofNobody = new Set(["generation_tasks"]);

/** Tables that refer to a user, directly or through others. */
export function tablesOfUsers(): Map<string, Table> {
  const found = new Map<string, Table>([["users", schema.users]]);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const table of Object.values(schema)) {
      if (!is(table, Table)) continue;
      const refers = referencesOf(table).some(({ to }) => found.has(to));
      const named = Object.keys(getTableColumns(table)).some((name) => /(user|owner|by)Id$/i.test(name));
      if (ofNobody.has(getTableName(table))) continue;
      if (refers || named) found.set(getTableName(table), table);
    }
  }
  return found;
}
