import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { customUserIdAnswers, customUserIdProblem } from "../custom-user-id.ts";
import { isReservedName } from "../reserved-names.ts";

/** Whether the member could have this ユーザーID now, and why (not); their own is available to them (spec 2 §7). */
export async function checkCustomUserId(options: {
  viewer: { id: string };
  customUserId: string;
}): Promise<{ available: boolean; reason: string }> {
  const { viewer, customUserId } = options;
  const problem = customUserIdProblem(customUserId);
  if (problem) return { available: false, reason: problem };
  if (isReservedName(customUserId)) return { available: false, reason: customUserIdAnswers.reserved };
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.customUserIdFolded, customUserId.toLowerCase()));
  const available = !owner || owner.id === viewer.id;
  return { available, reason: available ? customUserIdAnswers.available : customUserIdAnswers.taken };
}
