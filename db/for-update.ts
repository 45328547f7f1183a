import type { PgTable } from "drizzle-orm/pg-core";
import { dialect } from "./columns.ts";

/** `key share`: no deletion. `no key update`: no change, references allowed. `update`: neither. */
type LockStrength = "key share" | "no key update" | "update";

/**
 * `of`: the locked table of a join. `noWait`: fails, and `write` repeats the transaction. `skipLocked`: leaves out locked rows.
 */
type LockOptions = { of?: PgTable; noWait?: undefined } | { noWait: true } | { skipLocked: true };

interface Lockable {
  for(strength: LockStrength, options?: LockOptions): unknown;
}

/**
 * Locks the query's rows until the transaction ends (`SELECT … FOR UPDATE`). Prevents deadlocks only if all lock in one order
 * (docs/decisions/0006-lock-order.md). SQLite has one writer: the query stays as it is.
 */
export function forUpdate<Query extends Lockable>(
  query: Query,
  strength: LockStrength,
  options: LockOptions = {},
): Query {
  if (dialect === "postgres") query.for(strength, options);
  return query;
}
