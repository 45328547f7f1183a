import { eq } from "drizzle-orm";
import { shownPremiumEnd } from "#app/features/accounts/account.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { users } from "#db/schema/index.ts";
import { findSubscription } from "../subscription/server/find-membership.server.ts";
import { updatePremium } from "../subscription/server/update-premium.server.ts";
import { isLive } from "../subscription/stripe/read-subscription.server.ts";

/**
 * Grants premium for `days` from now and replaces an earlier grant; 0 ends it at once. A grant never shortens a
 * subscription. `seenEnd`: the shown end that the actor decided on, null for none. Returns the later end of premium.
 * Throws `NotFound` for an unknown account and for the official one. Throws `Conflict` when the actor wants to end the
 * premium of a member who pays or whose paid time is not over, or when it is no longer as they saw it.
 */
export async function grantPremium(options: {
  userId: string;
  days: number;
  actor: Actor;
  seenEnd?: Date | null | undefined;
  now?: Date;
}): Promise<Date> {
  const { userId, days, actor, seenEnd, now = new Date() } = options;
  return write(async (tx) => {
    const [account] = await forUpdate(tx.select().from(users).where(eq(users.id, userId)), "no key update");
    if (!account || account.provider === "system") throw new NotFound("アカウントが見つかりません");
    requireSeenEnd(account, seenEnd, now);
    if (days === 0) {
      const subscription = await findSubscription(tx, { userId, now });
      if (subscription && isLive(subscription) && !subscription.cancelAtPeriodEnd)
        throw new Conflict("カードでお支払い中の会員です。先に解約してください。");
    }
    const { premiumGrantedFrom: from, premiumGrantedUntil: until, premiumGrantedDays: granted } = account;
    const isRunning = until !== null && until > now;
    const replacedDays = isRunning ? Math.ceil((until.getTime() - now.getTime()) / dayMs) : 0;
    const grant = {
      premiumGrantedFrom: isRunning && from ? from : now,
      premiumGrantedUntil: new Date(now.getTime() + days * dayMs),
      premiumGrantedDays: Math.max(0, granted + Math.ceil(days) - replacedDays),
    };
    // The grant ended, or now ends earlier: the member loses something.
    const isShorter = days === 0 || (isRunning && grant.premiumGrantedUntil < until);
    const end = await updatePremium(tx, { account: { ...account, ...grant }, now, changes: grant });
    if (days === 0 && end !== null && end > now)
      throw new Conflict(
        `解約の手続きは済んでいますが、支払い済みの${formatDate(end)}まではプレミアムが続きます。それより前に無料にはできません。`,
      );
    await recordAudit(tx, {
      actor,
      action: isShorter ? "user.premium-revoke" : "user.premium-grant",
      target: { type: "user", id: userId },
      before: { grantedUntil: until?.toISOString() ?? null },
      after: { grantedUntil: grant.premiumGrantedUntil.toISOString(), days: Math.ceil(days) },
      now,
    });
    return end ?? now;
  });
}

/** Throws `Conflict`, with the present state, when the end has changed since the actor saw it. */
function requireSeenEnd(
  account: typeof users.$inferSelect,
  seenEnd: Date | null | undefined,
  now: Date,
): void {
  if (seenEnd === undefined) return;
  const shown = account.isPremium ? shownPremiumEnd(account) : null;
  const end = shown && shown > now ? shown : null;
  const seen = seenEnd && seenEnd > now ? seenEnd : null;
  if (end?.getTime() === seen?.getTime()) return;
  const current = end ? `${formatDate(end)}までプレミアム` : "無料";
  throw new Conflict(`ほかの画面で変更されています。今は「${current}」です。`);
}
