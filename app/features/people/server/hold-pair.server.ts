import { inArray } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { users } from "#db/schema/index.ts";
import { personNotFound } from "./find-person.server.ts";

/** Of one side of a follow, what following goes by. */
export interface Side {
  id: string;
  state: "approved" | "pending" | "denied";
  followerCount: number;
}

/**
 * Both sides of a follow as they are now, held until `tx` ends and in the order of their ids: of the same follow at the
 * same moment one waits for the other. Throws `NotAuthenticated` for a follower and `NotFound` for a followed account
 * that has gone meanwhile.
 */
export async function holdPair(
  tx: Db,
  follow: { followerId: string; followingId: string },
): Promise<{ follower: Side; followed: Side }> {
  const { followerId, followingId } = follow;
  const both = await held(
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
