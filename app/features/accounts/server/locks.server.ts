import { and, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { forUpdate } from "#db/for-update.ts";
import { follows, signInMoves, tracks, users } from "#db/schema/index.ts";

/** Locks `for update`: nobody can refer to the account until `tx` ends (Postgres). Throws `NotAuthenticated`. */
export async function lockUser(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await forUpdate(tx.select().from(users).where(eq(users.id, userId)), "update");
  if (!user) throw new NotAuthenticated();
  return user;
}

/** Locks `for no key update`: one change of a member at a time keeps limits and counts exact. Throws `NotAuthenticated`. */
export async function lockMember(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const account = tx.select().from(users).where(eq(users.id, userId));
  const [user] = await forUpdate(account, "no key update");
  if (!user) throw new NotAuthenticated();
  return user;
}

/**
 * Prevents the account's deletion until `tx` ends (`for key share`). Call it before writing rows that belong to a member
 * (docs/decisions/0006-lock-order.md). Throws `NotAuthenticated` when the account is gone.
 */
export async function lockUserForShare(tx: Db, userId: string): Promise<void> {
  const account = tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if ((await forUpdate(account, "key share")).length === 0) throw new NotAuthenticated();
}

/** Like `lockUserForShare`, in the order of ids. Returns the ids that still exist. */
export async function lockUsersForShare(tx: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await forUpdate(
    tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [...new Set(userIds)]))
      .orderBy(users.id),
    "key share",
  );
  return new Set(rows.map(({ id }) => id));
}

/** Prevents the deletion or denial of viewer and track's author, who will be notified. Throws `NotAuthenticated`. */
export async function lockUserAndAuthorForShare(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<void> {
  const author = tx.select({ id: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const locked = await forUpdate(
    tx
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.id} in (${viewer.id}, ${author})`)
      .orderBy(users.id),
    "key share",
  );
  if (!locked.some(({ id }) => id === viewer.id)) throw new NotAuthenticated();
}

/** Like `lockMember` for the viewer and `lockUserForShare` for the author, who will be notified, in the order of ids. */
export async function lockMemberWithAuthor(
  tx: Db,
  { viewer, trackId }: { viewer: { id: string }; trackId: number },
): Promise<typeof users.$inferSelect> {
  const [track] = await tx.select({ posterId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  const author = track && track.posterId !== viewer.id ? track.posterId : null;
  if (author !== null && author < viewer.id) await lockUsersForShare(tx, [author]);
  const account = await lockMember(tx, viewer.id);
  if (author !== null && author > viewer.id) await lockUsersForShare(tx, [author]);
  return account;
}

/**
 * Locks an account and everybody whom its approval, denial or deletion changes or notifies: followed, followers, invited,
 * inviter, the other account of a move. In the order of ids; the account itself and `alsoId` `for update`, so that their own
 * simultaneous act is done before or not at all. Returns the account's current row; undefined when it is gone.
 */
export async function lockUserWithRelations(
  tx: Db,
  userId: string,
  alsoId: string = userId,
): Promise<typeof users.$inferSelect | undefined> {
  const relatedIds = () =>
    tx
      .select({ id: follows.followingId })
      .from(follows)
      .where(eq(follows.followerId, userId))
      .unionAll(tx.select({ id: follows.followerId }).from(follows).where(eq(follows.followingId, userId)))
      .unionAll(
        tx
          .select({ id: users.id })
          .from(users)
          .where(or(eq(users.id, userId), eq(users.invitedById, userId), eq(users.branchParentId, userId))),
      )
      .unionAll(
        tx
          .select({ id: sql<string>`${users.invitedById}` })
          .from(users)
          .where(and(eq(users.id, userId), isNotNull(users.invitedById))),
      )
      .unionAll(
        tx.select({ id: signInMoves.newUserId }).from(signInMoves).where(eq(signInMoves.userId, userId)),
      )
      .unionAll(
        tx.select({ id: signInMoves.userId }).from(signInMoves).where(eq(signInMoves.newUserId, userId)),
      )
      .unionAll(tx.select({ id: users.id }).from(users).where(eq(users.id, alsoId)));
  // By the database's order of texts.
  const strongest =
    alsoId === userId
      ? [userId]
      : (
          await tx
            .select({ id: users.id })
            .from(users)
            .where(inArray(users.id, [userId, alsoId]))
            .orderBy(users.id)
        ).map(({ id }) => id);
  // Prevents deadlocks: the accounts need the stronger lock at their place in the order, not afterwards.
  const lockAll = async (details?: { noWait: true }) => {
    const steps = [...strongest, null].flatMap((id, at) => {
      const before = strongest[at - 1];
      const after = before === undefined ? undefined : gt(users.id, before);
      if (id === null) return [[after, "no key update"] as const];
      return [
        [and(after, lt(users.id, id)), "no key update"] as const,
        [eq(users.id, id), "update"] as const,
      ];
    });
    for (const [condition, strength] of steps) {
      await forUpdate(
        tx
          .select({ id: users.id })
          .from(users)
          .where(and(condition, inArray(users.id, relatedIds())))
          .orderBy(users.id),
        strength,
        details,
      );
    }
  };
  await lockAll();
  // Relations may have been added while this waited for the account; now none can be. Prevents a deadlock: these locks are
  // out of order, so they must not wait, because their holder may be waiting for the account.
  if (dialect === "postgres") await lockAll({ noWait: true });
  const [account] = await tx.select().from(users).where(eq(users.id, userId));
  return account;
}
