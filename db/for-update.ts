import type { PgTable } from "drizzle-orm/pg-core";
import { dialect } from "./columns.ts";

/**
 * Strength of a row lock. `key share`: the row can't be deleted. `no key update`: nobody else changes it, others may still
 * reference it. `update`: neither.
 */
type LockStrength = "key share" | "no key update" | "update";

/**
 * `of`: in a join, the table whose rows are locked. `noWait`: fails instead of waiting, and `write` runs the transaction
 * again. `skipLocked`: leaves out rows that are locked by others.
 */
type LockOptions = { of?: PgTable; noWait?: undefined } | { noWait: true } | { skipLocked: true };

interface Lockable {
  for(strength: LockStrength, options?: LockOptions): unknown;
}

/**
 * The same query of a transaction, its rows locked until the transaction ends (`SELECT … FOR UPDATE`). Rows are locked in
 * one order everywhere, or two transactions deadlock (docs/decisions/0006-lock-order.md). On SQLite there is
 * one writer at a time, and the query stays as it is.
 */
export function forUpdate<Query extends Lockable>(
  query: Query,
  strength: LockStrength,
  options: LockOptions = {},
): Query {
  if (dialect === "postgres") query.for(strength, options);
  return query;
}
