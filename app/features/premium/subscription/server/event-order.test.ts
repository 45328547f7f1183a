// @module-tag release: many random orders; the rules for each event have tests of their own
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { payments, stripeEvents, subscriptions, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { randomFrom } from "#test/random.ts";
import { withSettings } from "#test/settings.ts";
import { startStripe } from "#test/stripe/server.ts";
import { startPayment } from "../purchase/start-payment.server.ts";
import { handleStripeEvent } from "./handle-stripe-event.server.ts";

const stripe = await startStripe({ at: new Date("2027-01-31T03:00:00Z"), seed: "event-order" });
withSettings(stripe.settings);
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
const now = () => new Date(stripe.clock.now());

/** A member whose subscription has had a renewal that failed first, a pause and a refund in part; and its events. */
async function memberWithHistory() {
  const viewer = await addMember();
  const { clientSecret } = await startPayment({ viewer, email: viewer.email, name: viewer.name, now: now() });
  stripe.pay(clientSecret, "declined");
  stripe.pay(clientSecret);
  const [subscription] = stripe.account.subscriptions.values();
  if (!subscription) throw new Error("no subscription");
  const { id, customer } = subscription;
  stripe.declineRenewals(customer);
  stripe.clock.advance(29 * dayMs);
  stripe.declineRenewals(customer, false);
  stripe.clock.advance(4 * dayMs);
  stripe.refund(clientSecret.split("_secret_")[0] ?? "", 50);
  const resumesAt = Math.floor(stripe.clock.now() / 1000) + 100 * 24 * 60 * 60;
  await stripe.client().subscriptions.update(id, {
    pause_collection: { behavior: "void", resumes_at: resumesAt },
  });
  return { viewer, id, resumesAt };
}

/** Whether an event leads to a subscription that is not known yet, too. */
const isHandled = ({ type }: { type: string }) =>
  /^(customer\.subscription\.(created|updated)|invoice\.(paid|payment_failed)|charge\.refunded)$/.test(type);

/** Forgets what is known of the member's payments. */
async function forget(userId: string): Promise<void> {
  await write(async (tx) => {
    await tx.delete(subscriptions).where(eq(subscriptions.userId, userId));
    await tx.delete(stripeEvents);
    const nothing = { isPremium: false, premiumStartDate: null, premiumEndDate: null, pauseUsedAt: null };
    await tx.update(users).set(nothing).where(eq(users.id, userId));
  });
}

/** What has come of it, but for the times at which Stripe was asked. */
async function outcome(userId: string) {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(payments.periodStart);
  const [account] = await db.select().from(users).where(eq(users.id, userId));
  return {
    subscriptions: rows.map(({ status, paidUntil, cancelAtPeriodEnd, pausedFrom, resumesAt }) => ({
      status,
      paidUntil,
      cancelAtPeriodEnd,
      pausedFrom,
      resumesAt,
    })),
    paid: paid.map((one) => [one.amount, one.periodStart, one.periodEnd, one.reversedAt]),
    premium: [account?.isPremium, account?.premiumStartDate, account?.premiumEndDate, account?.pauseUsedAt],
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [order[last], order[other]];
    if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a];
  }
  return order;
}

/** Delivers events, up to four of them at a time. */
async function deliver(events: ReturnType<typeof stripe.sign>[], random: () => number): Promise<void> {
  for (let at = 0; at < events.length; ) {
    const together = events.slice(at, at + 1 + Math.floor(random() * 4));
    at += together.length;
    await Promise.all(together.map((event) => handleStripeEvent({ ...event, now: now() })));
  }
}

const times = <Item>(count: number, items: readonly Item[]) =>
  Array.from({ length: count }, () => items).flat();

/** What is made of an order does not depend on the database: Postgres shows with a few that it can be stored there. */
const orders = dialect === "sqlite" ? 60 : 12;

test(`events in ${orders} orders, some lost, some ten times, while Stripe goes on: what Stripe says in the end`, async () => {
  const { viewer, id, resumesAt } = await memberWithHistory();
  const all = stripe.events();
  const client = stripe.client();
  const paidUntil = new Date("2027-03-31T03:00:00Z");
  for (let seed = 1; seed <= orders; seed++) {
    const random = randomFrom(seed);
    await forget(viewer.id);
    // Each one is as good as the others: all of them come in the first order, two in the others.
    const past = (seed === 1 ? all : shuffled(all.filter(isHandled), random).slice(0, 2)).map((event) =>
      stripe.sign(event),
    );
    const copies = seed % 10 === 1 ? 10 : 2;
    const order = shuffled(times(copies, past), random);
    const half = Math.floor(random() * order.length);
    await deliver(order.slice(0, half), random);
    const known = stripe.events().length;
    const cancels = seed % 2 === 1;
    await client.subscriptions.update(id, { cancel_at_period_end: cancels });
    const late = stripe
      .events()
      .slice(known)
      .map((event) => stripe.sign(event));
    await deliver(shuffled([...order.slice(half), ...times(copies, late)], random), random);
    expect(await outcome(viewer.id), `seed ${seed}`).toEqual({
      subscriptions: [
        {
          status: "active",
          paidUntil,
          cancelAtPeriodEnd: cancels,
          pausedFrom: paidUntil,
          resumesAt: new Date(resumesAt * 1000),
        },
      ],
      paid: [
        [550, new Date("2027-01-31T03:00:00Z"), new Date("2027-02-28T03:00:00Z"), null],
        [550, new Date("2027-02-28T03:00:00Z"), paidUntil, null],
      ],
      premium: [true, new Date("2027-01-31T03:00:00Z"), paidUntil, paidUntil],
    });
  }
}, 300_000);
