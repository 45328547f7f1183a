import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { insertAudit, settleAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { primary, write } from "#db/client.ts";
import { purchases, subscriptions, users } from "#db/schema/index.ts";
import { premiumTerms } from "../../premium.ts";
import { resumeAtStripe } from "../changes/subscription-verbs.server.ts";
import { listSubscriptions } from "../purchase/purchase.server.ts";
import { isPaymentConfigured } from "../stripe/is-payment-configured.server.ts";
import { callStripe, StripeFailure } from "../stripe/stripe-client.server.ts";
import { applySubscription } from "./apply-subscription.server.ts";
import { runDueCancellations } from "./cancellations.server.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const reminderMs = premiumTerms.reminderDays * dayMs;
/** Of one run; the rest waits for the next, a minute later. */
const maxPerRun = 50;
/** How long the recovery asks what became of a purchase: a Checkout page lives 24 hours. */
const purchaseLifetimeMs = 25 * hourMs;

/** What has to be done about payments every minute; each step goes on where the one before has failed. */
export const subscriptionUpkeep: (() => Promise<void>)[] = [
  sendPauseReminders,
  runDueCancellations,
  resumeDuePauses,
  recoverPurchases,
  reconcileSubscriptions,
].map((step) => async () => {
  if (isPaymentConfigured()) await step();
});

/** Does something with Stripe for each of several: one that Stripe refuses does not hold up the others, its silence does. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (!(error instanceof StripeFailure) || error.status === null) throw error;
    });
  }
}

/** Reads every subscription that has not ended anew once a day, and repairs what webhooks have missed. */
export async function reconcileSubscriptions(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(isNotNull(subscriptions.checkedAt), lte(subscriptions.checkedAt, new Date(now.getTime() - dayMs))),
    )
    .orderBy(asc(subscriptions.checkedAt))
    .limit(maxPerRun);
  await forEach(due, async ({ id }) => {
    await applySubscription({ subscriptionId: id, now }).catch(async (error: unknown) => {
      // One that Stripe refuses to show waits for the next day, too.
      if (error instanceof StripeFailure && error.status !== null) {
        await write((tx) => tx.update(subscriptions).set({ checkedAt: now }).where(eq(subscriptions.id, id)));
      }
      throw error;
    });
  });
}

/** Finds out what became of purchases: of those whose answer was lost in a crash, and of payments without a webhook. */
export async function recoverPurchases(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ purchase: purchases, customer: users.stripeCustomerId })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.userId))
    .where(lte(purchases.dueAt, now))
    .orderBy(asc(purchases.dueAt))
    .limit(maxPerRun);
  await forEach(due, async ({ purchase: { userId, key, attempts, createdAt }, customer }) => {
    const isOld = now.getTime() - createdAt.getTime() > purchaseLifetimeMs;
    const own = and(eq(purchases.userId, userId), eq(purchases.key, key));
    const dueAt = new Date(now.getTime() + Math.min(2 ** attempts * 5 * 60_000, 6 * hourMs));
    await write(async (tx) => {
      if (isOld) await tx.delete(purchases).where(own);
      else
        await tx
          .update(purchases)
          .set({ attempts: attempts + 1, dueAt })
          .where(own);
    });
    if (customer === null) return;
    for (const { id } of await listSubscriptions(customer))
      await applySubscription({ subscriptionId: id, now });
  });
}

/**
 * Takes the payment with which a pause ends. Stripe ends it by itself too, but would take the next one up to a month later.
 * Where that one is near, it is waited for.
 */
export async function resumeDuePauses(now: Date = new Date()): Promise<void> {
  const due = await primary
    .select({ id: subscriptions.id, pausedFrom: subscriptions.pausedFrom })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.resumesAt), lte(subscriptions.resumesAt, now)))
    .orderBy(asc(subscriptions.resumesAt))
    .limit(maxPerRun);
  await forEach(due, async ({ id, pausedFrom }) => {
    // Read anew first: it may have been cancelled.
    await applySubscription({ subscriptionId: id, now });
    const [current] = await primary.select().from(subscriptions).where(eq(subscriptions.id, id));
    if (!pausedFrom || !current?.resumesAt || current.resumesAt > now || current.cancelAtPeriodEnd) return;
    await callStripe((stripe) => resumeAtStripe(stripe, { id, pausedFrom, isAway: true, now }));
    await applySubscription({ subscriptionId: id, now });
  });
}

/** Tells members by email that their pause ends in a week. */
export async function sendPauseReminders(now: Date = new Date()): Promise<void> {
  const isDue = and(
    isNotNull(subscriptions.resumesAt),
    lte(subscriptions.resumesAt, new Date(now.getTime() + reminderMs)),
    isNull(subscriptions.remindedAt),
  );
  const due = await primary
    .select({ id: subscriptions.id, userId: subscriptions.userId })
    .from(subscriptions)
    .where(isDue)
    .orderBy(asc(subscriptions.resumesAt))
    .limit(maxPerRun);
  for (const { id, userId } of due) {
    await write(async (tx) => {
      const { name, email } = await lockMember(tx, userId);
      const [reminded] = await tx
        .update(subscriptions)
        .set({ remindedAt: now })
        .where(and(eq(subscriptions.id, id), isDue))
        .returning({ resumesAt: subscriptions.resumesAt, cancels: subscriptions.cancelAtPeriodEnd });
      if (!reminded?.resumesAt || reminded.resumesAt <= now || reminded.cancels) return;
      const values = { name, resumesAt: formatDate(reminded.resumesAt), price: String(premiumTerms.price) };
      await sendEmail(tx, { to: email, template: "premium-resumes", values, userId, now });
    });
  }
}

/**
 * Reads all of a member's subscriptions anew at Stripe, also those that are not known here yet, and applies what it says.
 * Throws `NotFound` for an unknown account, `Conflict` for one without a customer at Stripe, and `StripeFailure`.
 */
export async function syncSubscriptions(options: {
  userId: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { userId, actor, now = new Date() } = options;
  const [account] = await primary.select().from(users).where(eq(users.id, userId));
  if (!account) throw new NotFound("ユーザーが見つかりません");
  const { stripeCustomerId: customer } = account;
  if (!customer) throw new Conflict("この会員には、お支払いの記録がありません。");
  const known = await primary
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const found = await listSubscriptions(customer);
  const ids = [...new Set([...known, ...found].map(({ id }) => id))];
  const target = { type: "user" as const, id: userId };
  const action = "user.premium-sync";
  const requested = { actor, action, target, after: { result: "requested" }, now } as const;
  const id = await write((tx) => insertAudit(tx, requested));
  try {
    for (const subscriptionId of ids) await applySubscription({ subscriptionId, now });
  } catch (error) {
    await write((tx) => settleAudit(tx, { id, action, after: { result: "failed" } }));
    throw error;
  }
  const after = { result: "done", subscriptions: ids.length };
  await write((tx) => settleAudit(tx, { id, action, after }));
}
