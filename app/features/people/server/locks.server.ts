import { inArray } from "drizzle-orm";
import type { AccountState } from "#app/features/accounts/account-state.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { users } from "#db/schema/index.ts";
import { personNotFound } from "./find-person.server.ts";

/** What follows depend on, of one side. */
export interface FollowSide {
  id: string;
  state: AccountState;
  followerCount: number;
}

/**
 * Locks both sides of a follow in the order of their ids, so that simultaneous changes of the same follow run one after
 * another. Returns their current rows. Throws `NotAuthenticated` for a follower and `NotFound` for a followed account
 * that has gone.
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
