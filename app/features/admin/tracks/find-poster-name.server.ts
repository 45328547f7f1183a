import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** The name of an account; null for an unknown one. */
export async function findPosterName(userId: string): Promise<string | null> {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? null;
}
