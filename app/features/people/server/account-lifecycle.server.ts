import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";
import { updateFollowCountsOfRelated } from "./follow-member.server.ts";

const exportedPeople = z.array(z.object({ name: z.string(), path: z.string(), since: z.date() }));

/** The export names only approved people. */
export const peopleAccountLifecycle: AccountLifecycle = {
  name: "people",
  updateCounts: updateFollowCountsOfRelated,
  exports: {
    following: exportedField({
      schema: exportedPeople,
      read: (userId) => readPeople(userId, { own: follows.followerId, other: follows.followingId }),
    }),
    followers: exportedField({
      schema: exportedPeople,
      read: (userId) => readPeople(userId, { own: follows.followingId, other: follows.followerId }),
    }),
  },
};

type FollowColumn = typeof follows.followerId | typeof follows.followingId;

async function readPeople(userId: string, side: { own: FollowColumn; other: FollowColumn }) {
  const rows = await db
    .select({ id: users.id, name: users.name, customUserId: users.customUserId, since: follows.createdAt })
    .from(follows)
    .innerJoin(users, eq(users.id, side.other))
    .where(and(eq(side.own, userId), eq(users.state, "approved")))
    .orderBy(asc(follows.createdAt), asc(follows.id));
  return rows.map((row) => ({ name: row.name, path: profilePath(row), since: row.since }));
}
