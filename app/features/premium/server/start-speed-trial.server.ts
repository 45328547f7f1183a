import { eq } from "drizzle-orm";
import { holdUser } from "#app/features/accounts/server/hold-user.server.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { isPremium } from "../is-premium.ts";
import { premiumTerms } from "../premium-terms.ts";

const trialMs = premiumTerms.trialHours * 60 * 60 * 1000;

/**
 * Starts the 24 hours of 2.0x speed that every account gets once (spec 1 §4, §9) and returns their end; while they last,
 * the same end. Null for premium, which has the speed anyway and keeps its trial for later. Throws `Forbidden` once the
 * trial is over, and `NotAuthenticated` when the account has gone.
 */
export function startSpeedTrial(options: { viewer: { id: string }; now?: Date }): Promise<Date | null> {
  const { viewer, now = new Date() } = options;
  return write(async (tx) => {
    const account = await holdUser(tx, viewer.id);
    if (isPremium(account, now)) return null;
    const { speedTrialEndsAt } = account;
    if (speedTrialEndsAt === null) {
      const endsAt = new Date(now.getTime() + trialMs);
      await tx
        .update(users)
        .set({ speedTrialEndsAt: endsAt })
        .where(eq(users.id, viewer.id))
        .returning({ id: users.id });
      return endsAt;
    }
    if (speedTrialEndsAt <= now) throw new Forbidden("2.0倍速はプレミアム会員限定機能です");
    return speedTrialEndsAt;
  });
}
