import { eq } from "drizzle-orm";
import { isReservedName } from "#app/features/accounts/reserved-names.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { Person } from "#app/features/people/person.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { customUserIdMessages, customUserIdProblem } from "../profile.ts";

/** The member with their follow counts. */
export async function findOwnProfile(options: { viewer: Viewer }): Promise<Person> {
  const { id, name, customUserId, picture, xHandle, isPremium } = options.viewer;
  const [counts] = await primary
    .select({ followerCount: users.followerCount, followingCount: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  const { followerCount = 0, followingCount = 0 } = counts ?? {};
  return { id, name, customUserId, picture, xHandle, isPremium, followerCount, followingCount };
}

/** Whether the member could take this ユーザーID, with the reason. Their own is available. */
export async function checkCustomUserId(options: {
  viewer: { id: string };
  customUserId: string;
}): Promise<{ available: boolean; reason: string }> {
  const { viewer, customUserId } = options;
  const problem = customUserIdProblem(customUserId);
  if (problem) return { available: false, reason: problem };
  if (isReservedName(customUserId)) return { available: false, reason: customUserIdMessages.reserved };
  const [owner] = await primary
    .select({ id: users.id })
    .from(users)
    .where(eq(users.customUserIdFolded, customUserId.toLowerCase()));
  const available = !owner || owner.id === viewer.id;
  return { available, reason: available ? customUserIdMessages.available : customUserIdMessages.taken };
}
