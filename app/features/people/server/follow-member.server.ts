import { and, eq, inArray, sql } from "drizzle-orm";
import type { AccountState } from "#app/features/accounts/account.ts";
import { isBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { AccountNotApproved, Conflict, NotAuthenticated } from "#app/features/domain-error.ts";
import { notify, retractNotification } from "#app/features/notifications/server/notify.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { follows, users } from "#db/schema/index.ts";
import { type FollowState, followRefused } from "../person.ts";
import { personNotFound } from "./find-person.server.ts";

/**
 * Makes the viewer, an approved member, follow someone, who is notified. Idempotent. Throws `Conflict` for oneself and where one
 * of the two blocks the other, `NotFound` for an unknown or unapproved account, and `NotAuthenticated` or `AccountNotApproved`
 * when the viewer's own account is gone or denied.
 */
export async function followMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  if (follow.followerId === follow.followingId) throw new Conflict("自分自身をフォローすることはできません");
  return write(async (tx) => {
    const { follower, followed } = await lockFollowPair(tx, follow);
    if (followed.state !== "approved") throw personNotFound();
    if (follower.state !== "approved") throw new AccountNotApproved(follower.state);
    if (await isBlockedBy(tx, { blockerId: follower.id, blockedId: followed.id }))
      throw new Conflict("ブロック中の会員です。フォローするには、ブロックを解除してください");
    if (await isBlockedBy(tx, { blockerId: followed.id, blockedId: follower.id }))
      throw new Conflict(followRefused);
    const [added] = await tx
      .insert(follows)
      .values({ ...follow, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: follows.id });
    if (!added) return { isFollowing: true, followerCount: followed.followerCount };
    const followerCount = await updateFollowCounts(tx, { follower, followed, by: 1 });
    await notify(tx, { userId: followed.id, event: { type: "follow", actorId: follower.id } });
    return { isFollowing: true, followerCount };
  });
}

/** Idempotent. Throws `NotFound` for an unknown account, and for an unapproved one that was not followed. */
export async function unfollowMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  return write(async (tx) => {
    const { follower, followed } = await lockFollowPair(tx, follow);
    const followerCount = await endFollow(tx, { follower, followed });
    if (followerCount === null && followed.state !== "approved") throw personNotFound();
    if (followerCount === null) return { isFollowing: false, followerCount: followed.followerCount };
    await retractNotification(tx, {
      userId: followed.id,
      event: { type: "follow", actorId: follower.id },
    });
    return { isFollowing: false, followerCount };
  });
}

/** Deletes a follow between accounts that `tx` has locked. Returns `followed`'s new follower count; null without a follow. */
export async function endFollow(
  tx: Db,
  { follower, followed }: { follower: FollowSide; followed: FollowSide },
): Promise<number | null> {
  const [removed] = await tx
    .delete(follows)
    .where(and(eq(follows.followerId, follower.id), eq(follows.followingId, followed.id)))
    .returning({ id: follows.id });
  return removed ? updateFollowCounts(tx, { follower, followed, by: -1 }) : null;
}

interface FollowSide {
  id: string;
  state: AccountState;
  followerCount: number;
}

/**
 * Locks both accounts in the order of their ids, so that changes of a follow or block between them run one after another. Throws
 * `NotAuthenticated` for a missing follower, `NotFound` for a missing followed account.
 */
export async function lockFollowPair(
  tx: Db,
  follow: { followerId: string; followingId: string },
): Promise<{ follower: FollowSide; followed: FollowSide }> {
  const { followerId, followingId } = follow;
  const both = await forUpdate(
    tx
      .select({ id: users.id, state: users.state, followerCount: users.followerCount })
      .from(users)
      .where(inArray(users.id, [followerId, followingId]))
      .orderBy(users.id),
    "no key update",
  );
  const follower = both.find(({ id }) => id === followerId);
  const followed = both.find(({ id }) => id === followingId);
  if (!follower) throw new NotAuthenticated();
  if (!followed) throw personNotFound();
  return { follower, followed };
}

/**
 * Adds an account to (1) or takes it from (-1) the counters of everybody whom it follows or who follows it. `tx` has locked
 * them all. Its own counters stay.
 */
export async function updateFollowCountsOfRelated(
  tx: Db,
  options: { userId: string; by: 1 | -1 },
): Promise<void> {
  const { userId, by } = options;
  const followed = tx.select({ id: follows.followingId }).from(follows).where(eq(follows.followerId, userId));
  const followers = tx
    .select({ id: follows.followerId })
    .from(follows)
    .where(eq(follows.followingId, userId));
  await tx
    .update(users)
    .set({ followerCount: sql`${users.followerCount} + ${by}` })
    .where(inArray(users.id, followed));
  await tx
    .update(users)
    .set({ followingCount: sql`${users.followingCount} + ${by}` })
    .where(inArray(users.id, followers));
}

/**
 * Updates both sides' counters, which `tx` has locked, for a new (1) or removed (-1) follow. Counts only approved accounts,
 * because only they are listed. Returns `followed`'s new follower count.
 */
async function updateFollowCounts(
  tx: Db,
  options: { follower: FollowSide; followed: FollowSide; by: 1 | -1 },
): Promise<number> {
  const { follower, followed, by } = options;
  if (followed.state === "approved") {
    await tx
      .update(users)
      .set({ followingCount: sql`${users.followingCount} + ${by}` })
      .where(eq(users.id, follower.id));
  }
  if (follower.state !== "approved") return followed.followerCount;
  await tx
    .update(users)
    .set({ followerCount: sql`${users.followerCount} + ${by}` })
    .where(eq(users.id, followed.id));
  return followed.followerCount + by;
}
