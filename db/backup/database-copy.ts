import type { Dialect } from "#db/columns.ts";

/** A database as it was at one moment. */
export interface DatabaseCopy {
  dialect: Dialect;
  /** Timestamp (ms) of the last applied migration. */
  migration: number;
  /** Rows by table. */
  rows: Record<string, number>;
  /** Postgres: the last number that each counter of ids has given, by `table.column`; empty for SQLite, whose file holds them. */
  counters: Record<string, number>;
  /** The id in the table `settings`; null where there is none yet. */
  installationId: string | null;
  /** SQLite: the file. Postgres: one for each table. To be read one after the other. */
  parts: DatabasePart[];
}

export interface DatabasePart {
  name: string;
  /** Postgres: the columns of its lines, in order. */
  columns: string[];
  read(): AsyncIterable<Uint8Array>;
}

/** A copy is not what it should be: its message tells what. */
export class DamagedCopy extends Error {
  override name = "DamagedCopy";
}

/** Throws `DamagedCopy` unless both count the same rows in the same tables. */
export function compareRows(expected: Record<string, number>, found: Record<string, number>): void {
  for (const table of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[table] === found[table]) continue;
    throw new DamagedCopy(
      `${table} has ${found[table] ?? "no"} rows instead of ${expected[table] ?? "none"}`,
    );
  }
}
