import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { write } from "#db/client.ts";
import { purchases, type users } from "#db/schema/index.ts";
import {
  hasSubscription,
  type Membership,
  startOfPurchase,
  subscribeBeforeGrantEndsDays,
} from "../membership.ts";
import { applySubscription } from "../server/apply-subscription.server.ts";
import { findSubscription, membershipOf } from "../server/find-membership.server.ts";
import { hasOurPrice, isLive, statusOf } from "../stripe/read-subscription.server.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";

const hourMs = 60 * 60 * 1000;
/** Stripe forgets idempotency keys after 24 hours. */
const keyLifetimeMs = 20 * hourMs;
/** After this time the recovery asks what became of a purchase. */
const firstCheckMs = 2 * 60_000;
/** Checkout begins paid time two days ahead at the earliest; with room for the call. */
const minCheckoutTrialMs = 49 * hourMs;

type Purchase = typeof purchases.$inferSelect;
type PurchaseMethod = Purchase["method"];

/** Purchases of this process that are running, by member. */
const running = new Map<string, Promise<unknown>>();

/** Runs the purchases of a member one after another: what is clicked twice finds what the first click has made. */
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
 * Begins or continues the one open purchase of a member, before Stripe is called. A purchase whose answer was never seen
 * goes on with its key; one by the other way is replaced, and its own call undoes what it made (`finishPurchase`). Throws
 * `Conflict` for who has a subscription, and for a grant with more than a week left.
 */
export function claimPurchase(options: {
  userId: string;
  method: PurchaseMethod;
  now: Date;
}): Promise<{ purchase: Purchase; account: typeof users.$inferSelect }> {
  const { userId, method, now } = options;
  return write(async (tx) => {
    const account = await lockMember(tx, userId);
    const membership = membershipOf(account, await findSubscription(tx, { userId, now }), now);
    if (hasSubscription(membership)) throw alreadySubscribed();
    const [open] = await tx.select().from(purchases).where(eq(purchases.userId, userId));
    const startsAt = startOf({ membership, method, now });
    if (
      open?.method === method &&
      !open.isConfirmed &&
      now.getTime() - open.createdAt.getTime() < keyLifetimeMs &&
      (startsAt === null) === (open.startsAt === null) &&
      (open.startsAt === null || open.startsAt > now)
    )
      return { purchase: open, account };
    const purchase: Purchase = {
      userId,
      key: randomUUID(),
      method,
      startsAt,
      isConfirmed: false,
      dueAt: new Date(now.getTime() + firstCheckMs),
      attempts: 0,
      createdAt: now,
    };
    await tx
      .insert(purchases)
      .values(purchase)
      .onConflictDoUpdate({ target: purchases.userId, set: purchase });
    return { purchase, account };
  });
}

const alreadySubscribed = () =>
  new Conflict("すでにプレミアムにお申し込みいただいています。プランは設定からご確認いただけます。");

/** When the paid time begins, by the way it is paid; null for at once. Throws `Conflict` while it is too early for that. */
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

/** Notes that Stripe's answer was seen. False when the purchase was replaced by one of the other way, or its account deleted. */
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

/** Runs the call that creates something with the key of a purchase. A refusal uses the key up: Stripe would repeat it. */
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

/** What the card form needs of a subscription. */
const expand = ["data.latest_invoice.confirmation_secret", "data.pending_setup_intent"];

/** All subscriptions of a customer for our price, the newest first. Throws `StripeFailure`. */
export async function listSubscriptions(customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer, status: "all", limit: 100, expand }),
  );
  return data.filter(hasOurPrice);
}

/**
 * The unfinished subscriptions of a customer. One that goes on is applied instead: its webhook has not arrived yet, and
 * `Conflict` is thrown.
 */
export async function findUnfinished(customer: string, now: Date): Promise<Stripe.Subscription[]> {
  const all = await listSubscriptions(customer);
  const live = all.find((subscription) => isLive({ status: statusOf(subscription) }));
  if (live) {
    await applySubscription({ subscriptionId: live.id, now });
    throw alreadySubscribed();
  }
  return all.filter((subscription) => statusOf(subscription) === "incomplete");
}

/** The secret with which the card form confirms the first payment, or the card where nothing is paid yet; null without. */
export function clientSecretOf({
  latest_invoice: invoice,
  pending_setup_intent: setup,
}: Pick<Stripe.Subscription, "latest_invoice" | "pending_setup_intent">): string | null {
  if (setup !== null && typeof setup !== "string") return setup.client_secret;
  if (invoice === null || typeof invoice === "string") return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}
