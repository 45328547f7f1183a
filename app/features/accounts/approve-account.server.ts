import { and, eq, ne } from "drizzle-orm";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { NotFound } from "../domain-error.ts";

/**
 * Lets an account that waits or was denied in, from its next request on. Throws `NotFound` for an unknown account
 * and for the house's own.
 */
export async function approveAccount(options: { userId: string; now?: Date }): Promise<void> {
  const { userId, now = new Date() } = options;
  const approved = await write((tx) =>
    tx
      .update(users)
      .set({ state: "approved", updatedAt: now })
      .where(and(eq(users.id, userId), ne(users.provider, "house")))
      .returning({ id: users.id }),
  );
  if (approved.length === 0) throw new NotFound("アカウントが見つかりません");
}
