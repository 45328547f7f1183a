import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { Viewer } from "../accounts/viewer.ts";
import type { OwnProfile } from "./profile-header.tsx";

/** The member as their own page shows them. */
export async function findOwnProfile(options: { viewer: Viewer }): Promise<OwnProfile> {
  const { id, name, email, customUserId, picture, xHandle } = options.viewer;
  const [counts] = await db
    .select({ followerCount: users.followerCount, followingCount: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  const { followerCount = 0, followingCount = 0 } = counts ?? {};
  return { id, name, email, customUserId, picture, xHandle, followerCount, followingCount };
}
