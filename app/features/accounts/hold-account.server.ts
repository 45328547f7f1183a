import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { users } from "#db/schema/index.ts";
import { NotAuthenticated } from "../domain-error.ts";

/**
 * Lets a member's changes that are limited or counted together come one after another, until `tx` ends; others may refer
 * to the account meanwhile. Stands in the place of `keepAccount`. Throws `NotAuthenticated` when the account has gone.
 */
export async function holdAccount(tx: Db, userId: string): Promise<void> {
  const account = tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if ((await held(account, "no key update")).length === 0) throw new NotAuthenticated();
}
