import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { write } from "#db/client.ts";
import { purchases, type users } from "#db/schema/index.ts";
import {
  hasSubscription,
  type Membership,
  startOfPurchase,
  subscribeBeforeGrantEndsDays,
} from "../membership.ts";
import { composeOrderScreen } from "../orders/order-screen.server.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { findSubscription, membershipOf } from "../server/find-membership.server.ts";
import { hasOurPrice, isLive, statusOf } from "../stripe/read-subscription.server.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";

/** Stripe forgets idempotency keys after 24 hours. */
const keyLifetimeMs = 20 * hourMs;
const firstCheckMs = 2 * 60_000;
/** Checkout wants paid time to begin two days ahead; the hour more leaves time for the call. */
const minCheckoutTrialMs = 49 * hourMs;

type Purchase = typeof purchases.$inferSelect;
type PurchaseMethod = Purchase["method"];

const running = new Map<string, Promise<unknown>>();

/** Prevents double purchases: the second click finds what the first has made. */
export async function oneAtATime<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(userId) ?? Promise.resolve();
  const result = before.then(work, work);
  const settled = result.catch(() => {});
  running.set(userId, settled);
  try {
    return await result;
  } finally {
    if (running.get(userId) === settled) running.delete(userId);
  }
}

/**
 * Begins or continues the member's one open purchase, before Stripe is called. A purchase whose answer was lost goes on with
 * its key. One by the other method is replaced; its own call undoes what it made (`finishPurchase`). Throws `Conflict` with
 * a subscription, with a grant of more than a week, and for another screen than today's: what is stored is what was shown.
 */
export function claimPurchase(options: {
  userId: string;
  method: PurchaseMethod;
  /** Of the screen that the member saw; undefined for a program. */
  screenHash: string | undefined;
  now: Date;
}): Promise<{ purchase: Purchase; account: typeof users.$inferSelect }> {
  const { userId, method, screenHash, now } = options;
  return write(async (tx) => {
    const account = await lockMember(tx, userId);
    const membership = membershipOf(account, await findSubscription(tx, { userId, now }), now);
    if (hasSubscription(membership)) throw alreadySubscribed();
    const [open] = await tx.select().from(purchases).where(eq(purchases.userId, userId));
    const startsAt = startOf({ membership, method, now });
    const copy = copyOfScreen({ membership, screenHash, now });
    if (
      open?.method === method &&
      !open.isConfirmed &&
      now.getTime() - open.createdAt.getTime() < keyLifetimeMs &&
      (startsAt === null) === (open.startsAt === null) &&
      (open.startsAt === null || open.startsAt > now)
    ) {
      await tx.update(purchases).set(copy).where(eq(purchases.userId, userId));
      return { purchase: { ...open, ...copy }, account };
    }
    const purchase: Purchase = {
      userId,
      key: randomUUID(),
      method,
      startsAt,
      isConfirmed: false,
      dueAt: new Date(now.getTime() + firstCheckMs),
      attempts: 0,
      createdAt: now,
      ...copy,
    };
    await tx
      .insert(purchases)
      .values(purchase)
      .onConflictDoUpdate({ target: purchases.userId, set: purchase });
    return { purchase, account };
  });
}

function copyOfScreen(o: {
  membership: Membership;
  screenHash: string | undefined;
  now: Date;
}): Pick<Purchase, "screen" | "isScreenShown" | "clickedAt"> {
  const { at } = startOfPurchase(o.membership);
  const { text, hash } = composeOrderScreen({ startsAt: at && formatDate(at) });
  if (o.screenHash !== undefined && o.screenHash !== hash)
    throw new Conflict(
      "お申し込み内容の表示が変わりました。ページを読み込み直して、もう一度お確かめください。",
    );
  return { screen: text, isScreenShown: o.screenHash !== undefined, clickedAt: o.now };
}

const alreadySubscribed = () =>
  new Conflict("すでにプレミアムにお申し込みいただいています。プランは設定からご確認いただけます。");

/** Null for at once. Throws `Conflict` while it is too early. */
function startOf(o: { membership: Membership; method: PurchaseMethod; now: Date }): Date | null {
  const { membership, method, now } = o;
  const { at, opensAt } = startOfPurchase(membership);
  if (!at) return null;
  if (opensAt && now < opensAt) {
    throw new Conflict(
      `${formatDate(at)}までプレミアムをご利用いただけます。お申し込みは、終わる日の${subscribeBeforeGrantEndsDays}日前から受け付けます。`,
    );
  }
  const earliest = method === "checkout" ? now.getTime() + minCheckoutTrialMs : 0;
  return new Date(Math.max(at.getTime(), earliest));
}

/** Notes that Stripe's answer was seen. False when the other method replaced the purchase, or the account was deleted. */
export function finishPurchase({ userId, method }: Purchase): Promise<boolean> {
  return write(async (tx) => {
    const updated = await tx
      .update(purchases)
      .set({ isConfirmed: true })
      .where(and(eq(purchases.userId, userId), eq(purchases.method, method)))
      .returning({ key: purchases.key });
    return updated.length > 0;
  });
}

/** Runs `create` with the purchase's key. A refusal uses up the key, because Stripe would repeat it. */
export async function withPurchaseKey<T>({ userId, key }: Purchase, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof StripeFailure && error.status !== null && ![409, 429].includes(error.status)) {
      await write((tx) =>
        tx
          .update(purchases)
          .set({ key: randomUUID() })
          .where(and(eq(purchases.userId, userId), eq(purchases.key, key))),
      );
    }
    throw error;
  }
}

const expand = ["data.latest_invoice.confirmation_secret", "data.pending_setup_intent"];

/** All the customer's subscriptions for our price, the newest first. Throws `StripeFailure`. */
export async function listSubscriptions(customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer, status: "all", limit: 100, expand }),
  );
  return data.filter(hasOurPrice);
}

/** The customer's unfinished subscriptions. If one is live, its webhook is late: applies it and throws `Conflict`. */
export async function findUnfinished(customer: string, now: Date): Promise<Stripe.Subscription[]> {
  const all = await listSubscriptions(customer);
  const live = all.find((subscription) => isLive({ status: statusOf(subscription) }));
  if (live) {
    await applySubscription({ subscriptionId: live.id, now });
    throw alreadySubscribed();
  }
  return all.filter((subscription) => statusOf(subscription) === "incomplete");
}

/** The secret with which the card form confirms the first payment, or the card where nothing is paid yet. */
export function clientSecretOf({
  latest_invoice: invoice,
  pending_setup_intent: setup,
}: Pick<Stripe.Subscription, "latest_invoice" | "pending_setup_intent">): string | null {
  if (setup !== null && typeof setup !== "string") return setup.client_secret;
  if (invoice === null || typeof invoice === "string") return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}
