import { eq } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { users } from "#db/schema/index.ts";

/**
 * The account as it is now, held until `tx` ends; on Postgres nobody can refer to it meanwhile. Throws
 * `NotAuthenticated` when it has gone.
 */
export async function holdUser(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await held(tx.select().from(users).where(eq(users.id, userId)), "update");
  if (!user) throw new NotAuthenticated();
  return user;
}
