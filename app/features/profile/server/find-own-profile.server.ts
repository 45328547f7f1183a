import { eq } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { Person } from "#app/features/people/person.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** The member with their follow counts, as their own page shows them. */
export async function findOwnProfile(options: { viewer: Viewer }): Promise<Person> {
  const { id, name, customUserId, picture, xHandle, isPremium } = options.viewer;
  const [counts] = await primary
    .select({ followerCount: users.followerCount, followingCount: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  const { followerCount = 0, followingCount = 0 } = counts ?? {};
  return { id, name, customUserId, picture, xHandle, isPremium, followerCount, followingCount };
}
