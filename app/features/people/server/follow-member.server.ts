import { and, eq, inArray, sql } from "drizzle-orm";
import type { AccountState } from "#app/features/accounts/account.ts";
import { AccountNotApproved, Conflict, NotAuthenticated } from "#app/features/domain-error.ts";
import { notify, retractNotification } from "#app/features/notifications/server/notify.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { follows, users } from "#db/schema/index.ts";
import type { FollowState } from "../person.ts";
import { personNotFound } from "./find-person.server.ts";

/**
 * The viewer, an approved member, follows someone, who is notified; repeating it changes nothing. Throws `Conflict` for
 * oneself, `NotFound` for an unknown or not approved account, and `NotAuthenticated` or `AccountNotApproved` when the
 * viewer's own account has gone or been denied in the meantime.
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

/**
 * The viewer unfollows someone, whose account need not be approved; repeating it changes nothing. Throws `NotFound` for an
 * unknown account, and for one that is not approved and was not followed.
 */
export async function unfollowMember(options: {
  viewer: { id: string };
  userId: string;
}): Promise<FollowState> {
  const follow = { followerId: options.viewer.id, followingId: options.userId };
  return write(async (tx) => {
    const { follower, followed } = await lockFollowPair(tx, follow);
    const [removed] = await tx
      .delete(follows)
      .where(and(eq(follows.followerId, follow.followerId), eq(follows.followingId, follow.followingId)))
      .returning({ id: follows.id });
    if (!removed && followed.state !== "approved") throw personNotFound();
    if (!removed) return { isFollowing: false, followerCount: followed.followerCount };
    const followerCount = await updateFollowCounts(tx, { follower, followed, by: -1 });
    await retractNotification(tx, {
      userId: followed.id,
      event: { type: "follow", actorId: follower.id },
    });
    return { isFollowing: false, followerCount };
  });
}

/** What follows depend on, of one side. */
interface FollowSide {
  id: string;
  state: AccountState;
  followerCount: number;
}

/**
 * Locks both sides of a follow in the order of their ids, so that simultaneous changes of the same follow run one after
 * another. Returns their current rows. Throws `NotAuthenticated` for a follower and `NotFound` for a followed account
 * that has gone.
 */
async function lockFollowPair(
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
 * Adds an account to (1) or takes it from (-1) the counters of everybody whom it follows and who follows it; `tx` has
 * locked all of them. Its own counters stay.
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
 * Updates the counters of both sides, which `tx` has locked, for a follow that was added (1) or removed (-1). Only
 * approved accounts are counted, as only they are listed. Returns the new follower count of `followed`.
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
