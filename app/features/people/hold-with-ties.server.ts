import { eq, inArray, or } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { held } from "#db/held.ts";
import { follows, users } from "#db/schema/index.ts";

/**
 * An account as it is now, held until `tx` ends together with everybody whose row changes when it comes or goes: whom it
 * follows, who follows it, whom it invited. In the order of ids. Undefined when it is gone.
 */
export async function holdWithTies(tx: Db, userId: string): Promise<typeof users.$inferSelect | undefined> {
  const everybody = () =>
    tx
      .select({ id: follows.followingId })
      .from(follows)
      .where(eq(follows.followerId, userId))
      .unionAll(tx.select({ id: follows.followerId }).from(follows).where(eq(follows.followingId, userId)))
      .unionAll(
        tx
          .select({ id: users.id })
          .from(users)
          .where(or(eq(users.id, userId), eq(users.invitedById, userId))),
      );
  const hold = (details?: { noWait: true }) =>
    held(
      tx.select({ id: users.id }).from(users).where(inArray(users.id, everybody())).orderBy(users.id),
      "no key update",
      details,
    );
  await hold();
  // Who came while the account itself was waited for; from here on it is held, and nobody comes. They are out of order:
  // one who waits for the account meanwhile must not be waited for.
  if (dialect === "postgres") await hold({ noWait: true });
  const [account] = await tx.select().from(users).where(eq(users.id, userId));
  return account;
}
