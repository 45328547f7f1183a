import { and, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { held } from "#db/held.ts";
import { follows, users } from "#db/schema/index.ts";

/**
 * An account as it is now, held until `tx` ends together with everybody whose row changes or who is told when it comes or
 * goes: whom it follows, who follows it, whom it invited, who invited it. In the order of ids. On Postgres nobody can
 * refer to the account itself meanwhile: what it does at this moment is done before or not at all. Undefined when it is
 * gone.
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
      )
      .unionAll(
        tx
          .select({ id: sql<string>`${users.invitedById}` })
          .from(users)
          .where(and(eq(users.id, userId), isNotNull(users.invitedById))),
      );
  // In three steps, as the account is held more than the others: held more afterwards, it would be out of order.
  const hold = async (details?: { noWait: true }) => {
    for (const [who, strength] of [
      [lt(users.id, userId), "no key update"],
      [eq(users.id, userId), "update"],
      [gt(users.id, userId), "no key update"],
    ] as const) {
      await held(
        tx
          .select({ id: users.id })
          .from(users)
          .where(and(who, inArray(users.id, everybody())))
          .orderBy(users.id),
        strength,
        details,
      );
    }
  };
  await hold();
  // Who came while the account itself was waited for; from here on it is held, and nobody comes. They are out of order:
  // one who waits for the account meanwhile must not be waited for.
  if (dialect === "postgres") await hold({ noWait: true });
  const [account] = await tx.select().from(users).where(eq(users.id, userId));
  return account;
}
