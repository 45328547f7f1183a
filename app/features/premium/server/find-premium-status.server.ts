import { eq } from "drizzle-orm";
import type { z } from "zod";
import { isPremium, shownPremiumEnd } from "#app/features/accounts/account.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { premiumStatusReply } from "../premium.schema.ts";

/** `daysRemaining`: until the shown end, rounded up; 0 while a renewal is being paid. */
type PremiumStatus = z.infer<typeof premiumStatusReply>;

type PremiumAccount = Pick<Viewer, "isPremium" | "premiumEndDate" | "premiumDisplayEndDate">;

/** An unknown account has no premium. Reads the primary database. */
export async function findPremiumStatus(options: { userId: string; now?: Date }): Promise<PremiumStatus> {
  const { userId, now = new Date() } = options;
  const [account] = await primary
    .select({
      isPremium: users.isPremium,
      premiumEndDate: users.premiumEndDate,
      premiumDisplayEndDate: users.premiumDisplayEndDate,
    })
    .from(users)
    .where(eq(users.id, userId));
  return premiumStatusOf(account ?? null, now);
}

/** Like `findPremiumStatus`, for an account that was read just now. */
export function premiumStatusOf(account: PremiumAccount | null, now = new Date()): PremiumStatus {
  if (!account || !isPremium(account, now)) return { isPremium: false, endDate: null, daysRemaining: null };
  const endDate = shownPremiumEnd(account);
  return {
    isPremium: true,
    endDate,
    daysRemaining: endDate && Math.max(0, Math.ceil((endDate.getTime() - now.getTime()) / dayMs)),
  };
}
