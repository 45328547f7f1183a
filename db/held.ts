import type { PgTable } from "drizzle-orm/pg-core";
import { dialect } from "./columns.ts";

/**
 * How much a row is held. `key share`: it can't be deleted. `no key update`: nobody else changes it, others may still
 * refer to it. `update`: neither.
 */
type Strength = "key share" | "no key update" | "update";

/**
 * `of`: in a join, the table whose rows are held. `noWait`: rather than waiting for somebody else the transaction is
 * given up, and `write` runs it again. `skipLocked`: what somebody else holds is left out.
 */
type Details = { of?: PgTable; noWait?: undefined } | { noWait: true } | { skipLocked: true };

interface Lockable {
  for(strength: Strength, details?: Details): unknown;
}

/**
 * The same query of a transaction, its rows held until the transaction ends. Several rows need an order, or two who hold the same ones wait in a circle (docs/decisions/0006-one-order-of-locks.md).
 * On SQLite writers take turns, and the query stays as it is.
 */
export function held<Query extends Lockable>(query: Query, strength: Strength, details: Details = {}): Query {
  if (dialect === "postgres") query.for(strength, details);
  return query;
}
