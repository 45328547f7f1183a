import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { Viewer } from "../accounts/viewer.ts";
import type { Person } from "../people/person.ts";

/** The member as their own page shows them. */
export async function findOwnProfile(options: { viewer: Viewer }): Promise<Person> {
  const { id, name, customUserId, picture, xHandle, isPremium } = options.viewer;
  const [counts] = await db
    .select({ followerCount: users.followerCount, followingCount: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  const { followerCount = 0, followingCount = 0 } = counts ?? {};
  return { id, name, customUserId, picture, xHandle, isPremium, followerCount, followingCount };
}
