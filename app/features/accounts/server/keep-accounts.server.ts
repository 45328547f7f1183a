import { inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { users } from "#db/schema/index.ts";

/**
 * Keeps several accounts from being deleted until `tx` ends, as `keepAccount` does one, and in the one order
 * (docs/decisions/0006-one-order-of-locks.md). Returns the ids of those that are still there.
 */
export async function keepAccounts(tx: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await held(
    tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [...new Set(userIds)]))
      .orderBy(users.id),
    "key share",
  );
  return new Set(rows.map(({ id }) => id));
}
