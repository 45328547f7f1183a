import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { write } from "./client.ts";

/** In a transaction of its own. Returns how many there were. */
export async function removeRows(table: PgTable, condition: SQL): Promise<number> {
  const removed = await write((tx) => tx.delete(table).where(condition).returning({ one: sql`1` }));
  return removed.length;
}
