import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { NotAuthenticated } from "../domain-error.ts";

/** The account as it is now, held until `tx` ends. Throws `NotAuthenticated` when it has gone meanwhile. */
export async function holdUser(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await tx
    .update(users)
    .set({ updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, userId))
    .returning();
  if (!user) throw new NotAuthenticated();
  return user;
}
