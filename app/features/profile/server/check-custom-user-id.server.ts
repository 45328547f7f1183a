import { eq } from "drizzle-orm";
import { isReservedName } from "#app/features/accounts/reserved-names.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { customUserIdMessages, customUserIdProblem } from "../profile.ts";

/** Whether the member could take this ユーザーID now, with the reason to show. Their own is available to them. */
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
