import { eq } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { users } from "#db/schema/index.ts";

/**
 * The member's account as it is now, held until `tx` ends so that the member's changes to their own things come one after
 * another: limits and counts that are looked at after this are exact. Others may refer to the account meanwhile. Throws
 * `NotAuthenticated` when it has gone.
 */
export async function holdMember(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const account = tx.select().from(users).where(eq(users.id, userId));
  const [user] = await held(account, "no key update");
  if (!user) throw new NotAuthenticated();
  return user;
}
