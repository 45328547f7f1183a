import { and, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { forUpdate } from "#db/for-update.ts";
import { follows, tracks, users } from "#db/schema/index.ts";

/**
 * Locks one account (`for update`): on Postgres nobody can refer to it until `tx` ends. Returns its current row. Throws
 * `NotAuthenticated` when it has gone.
 */
export async function lockUser(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await forUpdate(tx.select().from(users).where(eq(users.id, userId)), "update");
  if (!user) throw new NotAuthenticated();
  return user;
}

/**
 * Locks the member's account (`for no key update`) so that the member's own changes run one after another: limits and
 * counts that are read after this are exact. Others may still refer to the account. Returns its current row. Throws
 * `NotAuthenticated` when it has gone.
 */
export async function lockMember(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const account = tx.select().from(users).where(eq(users.id, userId));
  const [user] = await forUpdate(account, "no key update");
  if (!user) throw new NotAuthenticated();
  return user;
}

/**
 * Prevents the deletion of the account until `tx` ends (`for key share`); others may lock it the same way, and change
 * it. Whatever writes rows that belong to a member begins with this (docs/decisions/0006-lock-order.md). Throws
 * `NotAuthenticated` when the account has gone.
 */
export async function lockUserForShare(tx: Db, userId: string): Promise<void> {
  const account = tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if ((await forUpdate(account, "key share")).length === 0) throw new NotAuthenticated();
}

/**
 * Does the same as `lockUserForShare` for several accounts, in the order of their ids. Returns the ids of those that
 * still exist.
 */
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

/**
 * Prevents that the accounts of the viewer and of a track's author, who will be notified, are deleted or denied until
 * `tx` ends. One statement finds both: a track's author never changes. Throws `NotAuthenticated` when the viewer's
 * account has gone.
 */
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

/**
 * Locks the viewer's account as `lockMember` does and that of a track's author, who will be notified, as
 * `lockUserForShare` does, in the order of their ids. Returns the viewer's row. Throws `NotAuthenticated` when the
 * viewer's account has gone.
 */
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
 * Locks an account together with everybody whose row changes or who is notified when it is approved, denied or deleted:
 * whom it follows, who follows it, whom it invited, who invited it. In the order of ids; the account itself `for update`,
 * so that what it does at the same moment is done before or not at all. Returns its current row, undefined when it has
 * gone.
 */
export async function lockUserWithRelations(
  tx: Db,
  userId: string,
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
          .where(or(eq(users.id, userId), eq(users.invitedById, userId))),
      )
      .unionAll(
        tx
          .select({ id: sql<string>`${users.invitedById}` })
          .from(users)
          .where(and(eq(users.id, userId), isNotNull(users.invitedById))),
      );
  // In three steps: the account needs a stronger lock than the others, and taking that afterwards would break the order.
  const lockAll = async (details?: { noWait: true }) => {
    for (const [condition, strength] of [
      [lt(users.id, userId), "no key update"],
      [eq(users.id, userId), "update"],
      [gt(users.id, userId), "no key update"],
    ] as const) {
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
  // Relations that were added while this waited for the account; now that it is locked, none are added. Their locks are
  // out of order, so they must not wait: their holder may be waiting for the account.
  if (dialect === "postgres") await lockAll({ noWait: true });
  const [account] = await tx.select().from(users).where(eq(users.id, userId));
  return account;
}
