import type { Actor } from "#app/features/audit/actor.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { defaultGrantDays } from "../admin-members.ts";

const maxGrantDays = 36_500;

/** Grants 30 days without `endDate`. Throws `Invalid` for an end that is past or 100 years away, and like `grantPremium`. */
export async function setPremium(options: {
  userId: string;
  isPremium: boolean;
  endDate?: Date | null | undefined;
  seenEnd?: Date | null | undefined;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { userId, isPremium, endDate, seenEnd, actor, now = new Date() } = options;
  const days = endDate ? (endDate.getTime() - now.getTime()) / dayMs : defaultGrantDays;
  if (isPremium && (days <= 0 || days > maxGrantDays))
    throw new Invalid({ endDate: ["今日より後の日付を選んでください"] });
  await grantPremium({ userId, days: isPremium ? days : 0, actor, seenEnd, now });
}
