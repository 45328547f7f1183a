import { and, asc, desc, eq, gt } from "drizzle-orm";
import { isPremium } from "#app/features/accounts/account.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { type Db, primary } from "#db/client.ts";
import { payments, subscriptions, users } from "#db/schema/index.ts";
import { premiumTerms } from "../../premium.ts";
import {
  endOfPause,
  hasSubscription,
  type Membership,
  type MembershipView,
  startOfPurchase,
} from "../membership.ts";
import { isLive } from "../stripe/read-subscription.server.ts";

type Account = typeof users.$inferSelect;
/** `isTakenBack`: its latest payment was refunded or disputed, so that `stripe_cancellations` ends it. */
type Subscription = typeof subscriptions.$inferSelect & { isTakenBack: boolean };

const none: Membership = {
  kind: "free",
  paidUntil: null,
  nextPaymentAt: null,
  resumesAt: null,
  grantedUntil: null,
  pauseUsed: false,
  hasCustomer: false,
};

/** As Stripe last described it; an unknown account has none. Reads the primary database. */
export async function findMembership(options: { userId: string; now?: Date }): Promise<Membership> {
  const { userId, now = new Date() } = options;
  const [account] = await primary.select().from(users).where(eq(users.id, userId));
  if (!account) return none;
  return membershipOf(account, await findSubscription(primary, { userId, now }), now);
}

/** The member's live subscription; without one, an ended one with paid time left. */
export async function findSubscription(
  on: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Subscription | null> {
  const rows = await on
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
  const isLeft = ({ status, paidUntil }: typeof subscriptions.$inferSelect) =>
    status === "canceled" && paidUntil !== null && paidUntil > now;
  const found = rows.find(isLive) ?? rows.find(isLeft);
  return found ? { ...found, isTakenBack: await isTakenBack(on, found.id) } : null;
}

async function isTakenBack(on: Db, subscriptionId: string): Promise<boolean> {
  const [latest] = await on
    .select({ reversedAt: payments.reversedAt })
    .from(payments)
    .where(and(eq(payments.subscriptionId, subscriptionId), gt(payments.amount, 0)))
    .orderBy(desc(payments.periodEnd))
    .limit(1);
  return latest !== undefined && latest.reversedAt !== null;
}

/** A subscription that is over counts while premium lasts. */
export function membershipOf(account: Account, found: Subscription | null, now: Date): Membership {
  const subscription = found && (isLive(found) || isPremium(account, now)) ? found : null;
  const granted = account.premiumGrantedUntil;
  const isGranted = subscription === null && isPremium(account, now);
  return {
    kind: subscription ? kindOf(subscription, now) : isGranted ? "granted" : "free",
    paidUntil: subscription?.paidUntil ?? null,
    nextPaymentAt: subscription && nextPaymentOf(subscription, now),
    resumesAt: subscription?.resumesAt ?? null,
    grantedUntil: granted && granted > now ? granted : null,
    pauseUsed: account.pauseUsedAt !== null && account.pauseUsedAt <= now,
    hasCustomer: account.stripeCustomerId !== null,
  };
}

function kindOf(subscription: Subscription, now: Date): Membership["kind"] {
  const { status, cancelAtPeriodEnd, pausedFrom, isTakenBack } = subscription;
  if (!isLive(subscription)) return "ended";
  if (isTakenBack) return "ending";
  if (status === "past_due" || status === "unpaid") return "past_due";
  if (cancelAtPeriodEnd) return "canceling";
  if (pausedFrom !== null) return pausedFrom > now ? "pausing" : "paused";
  return status === "paused" ? "paused" : "active";
}

function nextPaymentOf(subscription: Subscription, now: Date): Date | null {
  switch (kindOf(subscription, now)) {
    case "active":
      return subscription.paidUntil;
    case "pausing":
    case "paused":
      return subscription.resumesAt;
    default:
      return null;
  }
}

export async function viewMembership(options: { userId: string; now?: Date }): Promise<MembershipView> {
  const { userId, now = new Date() } = options;
  const membership = await findMembership({ userId, now });
  const { paidUntil, nextPaymentAt, resumesAt, grantedUntil, ...rest } = membership;
  const canPause = rest.kind === "active" && !rest.pauseUsed && paidUntil !== null && paidUntil > now;
  const { opensAt } = startOfPurchase(membership);
  return {
    ...rest,
    isGrantEnding: rest.kind === "granted" && opensAt !== null && opensAt <= now,
    paidUntil: paidUntil && (rest.kind !== "canceling" || paidUntil > now) ? formatDate(paidUntil) : null,
    nextPaymentAt: nextPaymentAt && nextPaymentAt > now ? formatDate(nextPaymentAt) : null,
    resumesAt: resumesAt && formatDate(resumesAt),
    grantedUntil: grantedUntil && formatDate(grantedUntil),
    pauseUntil: canPause ? formatDate(endOfPause(paidUntil)) : null,
  };
}

export async function describePause(options: { userId: string }): Promise<string> {
  const { paidUntil, resumesAt } = await viewMembership(options);
  const dates =
    paidUntil && resumesAt ? `${paidUntil}までお使いいただけ、${resumesAt}に自動で再開します。` : "";
  return `プレミアム会員を${premiumTerms.pauseDays}日間一時停止しました。${dates}`;
}

/** Amount and date of the payment that ends with the account; null for members who pay nothing, and have no paid time left. */
export async function describeEndingPayment(options: { userId: string; now?: Date }): Promise<string | null> {
  const membership = await viewMembership(options);
  const { kind, nextPaymentAt, paidUntil } = membership;
  if (!hasSubscription(membership) || kind === "ending") return null;
  const price = `プレミアムの月額${premiumTerms.price}円のお支払い`;
  if (nextPaymentAt) return `${price}（次回は${nextPaymentAt}）`;
  if (kind === "canceling")
    return paidUntil && `${paidUntil}までのプレミアム（このあとのお支払いはありません）`;
  return price;
}
