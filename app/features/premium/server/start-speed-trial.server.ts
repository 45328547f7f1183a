import { eq } from "drizzle-orm";
import { isPremium } from "#app/features/accounts/account.ts";
import { lockUser } from "#app/features/accounts/server/locks.server.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { premiumTerms } from "../premium.ts";

const trialMs = premiumTerms.trialHours * hourMs;

/**
 * Starts 24 hours of 2.0x, once per account. Null with premium, which does not use up the trial. Throws `Forbidden` once it
 * is over, `NotAuthenticated` when the account was deleted.
 */
export function startSpeedTrial(options: { viewer: { id: string }; now?: Date }): Promise<Date | null> {
  const { viewer, now = new Date() } = options;
  return write(async (tx) => {
    const account = await lockUser(tx, viewer.id);
    if (isPremium(account, now)) return null;
    const { speedTrialEndsAt } = account;
    if (speedTrialEndsAt === null) {
      const endsAt = new Date(now.getTime() + trialMs);
      await tx.update(users).set({ speedTrialEndsAt: endsAt }).where(eq(users.id, viewer.id));
      return endsAt;
    }
    if (speedTrialEndsAt <= now) throw new Forbidden("2.0倍速はプレミアム会員限定機能です");
    return speedTrialEndsAt;
  });
}
