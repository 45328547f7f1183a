import type { Dialect } from "#db/columns.ts";

export interface DatabaseCopy {
  dialect: Dialect;
  /** Timestamp (ms) of the last applied migration. */
  migration: number;
  rows: Record<string, number>;
  /** Postgres: the last id by `table.column`; empty for SQLite, whose file holds them. */
  counters: Record<string, number>;
  /** From the table `settings`; null without one. */
  installationId: string | null;
  /** SQLite: the file. Postgres: one per table. Read one after the other. */
  parts: DatabasePart[];
}

interface DatabasePart {
  name: string;
  columns: string[];
  read(): AsyncIterable<Uint8Array>;
}

/** The message says what is wrong. */
export class DamagedCopy extends Error {
  override name = "DamagedCopy";
}

/** Throws `DamagedCopy` unless tables and counts are equal. */
export function compareRows(expected: Record<string, number>, found: Record<string, number>): void {
  for (const table of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[table] === found[table]) continue;
    throw new DamagedCopy(
      `${table} has ${found[table] ?? "no"} rows instead of ${expected[table] ?? "none"}`,
    );
  }
}
