import { eq } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { users } from "#db/schema/index.ts";

/**
 * Keeps the account from being deleted until `tx` ends; others may keep it too, and change it. Whatever writes rows that
 * belong to a member begins with this (docs/decisions/0006-one-order-of-locks.md). Throws `NotAuthenticated` when the
 * account has gone meanwhile.
 */
export async function keepAccount(tx: Db, userId: string): Promise<void> {
  const account = tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if ((await held(account, "key share")).length === 0) throw new NotAuthenticated();
}
