import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { hourMs } from "#app/lib/time-units.ts";
import type { AlertKind } from "../alerts/alerts.ts";

/** So long before something is due operators are told of it once more. */
export const dueSoonMs = 48 * hourMs;

/** Rows that wait for an operator. */
export interface Source {
  key: string;
  /** Operators are told of it as this. */
  kind: AlertKind;
  label: string;
  help?: string;
  to: string;
  table: PgTable;
  at: PgColumn & { _: { data: Date } };
  condition: SQL | undefined;
  /** A row waits for an operator from so long after `at` on; before it where negative. By default from `at`. */
  delayMs?: number;
  /** Its rows are those of another source, at another time: told, not counted. */
  isReminder?: true;
  /** Told and counted, and not shown as いま必要なこと: an operator need not do anything. */
  isOnlyTold?: true;
}
